; Vectors of up to 32 bits are divided as doubles, of up to 16 as floats; longs if their values are as short.
; RUN: weft-opt -weft-passes=lower-vector-operations %s | FileCheck %s

; CHECK-LABEL: define <8 x i32> @ints(
; CHECK: %[[A:.*]] = sitofp <8 x i32> %a to <8 x double>
; CHECK: %[[B:.*]] = sitofp <8 x i32> %b to <8 x double>
; CHECK: %[[Q:.*]] = fdiv <8 x double> %[[A]], %[[B]]
; CHECK: fptosi <8 x double> %[[Q]] to <8 x i32>
; CHECK-NEXT: ret
define <8 x i32> @ints(<8 x i32> %a, <8 x i32> %b) {
  %q = sdiv <8 x i32> %a, %b
  ret <8 x i32> %q
}

; CHECK-LABEL: define <8 x i32> @remainders(
; CHECK: uitofp <8 x i32> %a to <8 x double>
; CHECK: %[[Q:.*]] = fptoui <8 x double> %{{.*}} to <8 x i32>
; CHECK: %[[P:.*]] = mul <8 x i32> %[[Q]], %b
; CHECK: sub <8 x i32> %a, %[[P]]
define <8 x i32> @remainders(<8 x i32> %a, <8 x i32> %b) {
  %r = urem <8 x i32> %a, %b
  ret <8 x i32> %r
}

; CHECK-LABEL: define <16 x i16> @shorts(
; CHECK: sitofp <16 x i16> %a to <16 x float>
; CHECK: fptosi <16 x float> %{{.*}} to <16 x i16>
define <16 x i16> @shorts(<16 x i16> %a, <16 x i16> %b) {
  %q = sdiv <16 x i16> %a, %b
  ret <16 x i16> %q
}

; CHECK-LABEL: define <4 x i64> @shortLongs(
; CHECK: %[[X:.*]] = trunc <4 x i64> %x to <4 x i32>
; CHECK: uitofp <4 x i32> %[[X]] to <4 x double>
; CHECK: %[[Q:.*]] = fptoui <4 x double> %{{.*}} to <4 x i32>
; CHECK: zext <4 x i32> %[[Q]] to <4 x i64>
define <4 x i64> @shortLongs(<4 x i32> %a, <4 x i32> %b) {
  %x = zext <4 x i32> %a to <4 x i64>
  %y = zext <4 x i32> %b to <4 x i64>
  %q = udiv <4 x i64> %x, %y
  ret <4 x i64> %q
}

; The least int divided by -1 is no int, so numbers with a sign are short up to 31 bits.
; CHECK-LABEL: define <4 x i64> @signedLongs(
; CHECK: icmp ugt <4 x i64>
; CHECK: sdiv <4 x i64>
define <4 x i64> @signedLongs(<4 x i32> %a, <4 x i32> %b) {
  %x = sext <4 x i32> %a to <4 x i64>
  %y = sext <4 x i32> %b to <4 x i64>
  %q = sdiv <4 x i64> %x, %y
  ret <4 x i64> %q
}

; CHECK-LABEL: define <4 x i64> @longs(
; CHECK: %[[OR:.*]] = or <4 x i64> %a, %b
; CHECK: %[[BITS:.*]] = freeze <4 x i64> %[[OR]]
; CHECK: %[[LONG:.*]] = icmp ugt <4 x i64> %[[BITS]], splat (i64 4294967295)
; CHECK: %[[LANES:.*]] = bitcast <4 x i1> %[[LONG]] to i4
; CHECK: %[[SHORT:.*]] = icmp eq i4 %[[LANES]], 0
; CHECK: br i1 %[[SHORT]], label %[[FAST:.*]], label %[[SLOW:.*]]
; CHECK: [[FAST]]:
; CHECK: fdiv <4 x double>
; CHECK: %[[F:.*]] = zext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: [[SLOW]]:
; CHECK: %[[S:.*]] = udiv <4 x i64> %a, %b
; CHECK: phi <4 x i64> [ %[[F]], %[[FAST]] ], [ %[[S]], %[[SLOW]] ]
define <4 x i64> @longs(<4 x i64> %a, <4 x i64> %b) {
  %q = udiv <4 x i64> %a, %b
  ret <4 x i64> %q
}

; A division by a constant is a multiplication.
; CHECK-LABEL: define <4 x i32> @constants(
; CHECK: udiv <4 x i32> %a, splat (i32 7)
define <4 x i32> @constants(<4 x i32> %a) {
  %q = udiv <4 x i32> %a, splat (i32 7)
  ret <4 x i32> %q
}
