; Where lanes share the divisor, they are multiplied with its reciprocal, which is computed in front of the loop.
; RUN: weft-opt -weft-passes=lower-vector-operations %s | FileCheck %s

; One for quotient and remainder.
; CHECK-LABEL: define <8 x i32> @inLoop(
; CHECK: entry:
; CHECK: %[[B:.*]] = sitofp i32 %b to double
; CHECK: %[[R:.*]] = fdiv double 0x3FF0000000001000, %[[B]]
; CHECK-NOT: fdiv
; CHECK: loop:
; CHECK: %[[A:.*]] = sitofp <8 x i32> %x to <8 x double>
; CHECK: insertelement <8 x double> poison, double %[[R]]
; CHECK: %[[S:.*]] = shufflevector
; CHECK: %[[Q:.*]] = fmul <8 x double> %[[A]], %[[S]]
; CHECK: fptosi <8 x double> %[[Q]] to <8 x i32>
; CHECK: fmul
define <8 x i32> @inLoop(<8 x i32> %a, i32 %b, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi <8 x i32> [ zeroinitializer, %entry ], [ %t, %loop ]
  %e = insertelement <8 x i32> poison, i32 %b, i64 0
  %d = shufflevector <8 x i32> %e, <8 x i32> poison, <8 x i32> zeroinitializer
  %x = add <8 x i32> %a, %s
  %q = sdiv <8 x i32> %x, %d
  %r = srem <8 x i32> %x, %d
  %t = xor <8 x i32> %q, %r
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret <8 x i32> %t
}

; The same bits with a sign and without are two divisors.
; CHECK-LABEL: define <4 x i32> @bothSigns(
; CHECK: fdiv double
; CHECK: fdiv double
define <4 x i32> @bothSigns(<4 x i32> %a, i32 %b) {
  %e = insertelement <4 x i32> poison, i32 %b, i64 0
  %d = shufflevector <4 x i32> %e, <4 x i32> poison, <4 x i32> zeroinitializer
  %q = sdiv <4 x i32> %a, %d
  %u = udiv <4 x i32> %a, %d
  %t = xor <4 x i32> %q, %u
  ret <4 x i32> %t
}

; Lanes whose division would trap are divided by 1: nothing is left.
; CHECK-LABEL: define <16 x i16> @guarded(
; CHECK: %[[R:.*]] = fdiv float 0x3FF0000200000000, %{{.*}}
; CHECK: fmul <16 x float>
; CHECK: %[[Q:.*]] = fptosi <16 x float> %{{.*}} to <16 x i16>
; CHECK: %[[P:.*]] = mul <16 x i16> %[[Q]], %{{.*}}
; CHECK: %[[L:.*]] = sub <16 x i16> %a, %[[P]]
; CHECK: %[[S:.*]] = select <16 x i1> %trap, <16 x i16> zeroinitializer, <16 x i16> %[[L]]
; CHECK: freeze <16 x i16> %[[S]]
define <16 x i16> @guarded(<16 x i16> %a, i16 %b) {
  %e = insertelement <16 x i16> poison, i16 %b, i64 0
  %d = shufflevector <16 x i16> %e, <16 x i16> poison, <16 x i32> zeroinitializer
  %minus = icmp eq <16 x i16> %d, splat (i16 -1)
  %low = icmp eq <16 x i16> %a, splat (i16 -32768)
  %trap = and <16 x i1> %minus, %low
  %chosen = select <16 x i1> %trap, <16 x i16> splat (i16 1), <16 x i16> %d
  %safe = freeze <16 x i16> %chosen
  %r = srem <16 x i16> %a, %safe
  ret <16 x i16> %r
}

; Lanes that don't run are divided by 1, too, and those that would trap.
; CHECK-LABEL: define <4 x i32> @masked(
; CHECK: %[[Q:.*]] = fptosi <4 x double> %{{.*}} to <4 x i32>
; CHECK: %[[L:.*]] = select <4 x i1> %runs, <4 x i32> %[[Q]], <4 x i32> %a
; CHECK: select <4 x i1> %trap, <4 x i32> %a, <4 x i32> %[[L]]
define <4 x i32> @masked(<4 x i32> %a, i32 %b, <4 x i1> %runs, <4 x i1> %trap) {
  %e = insertelement <4 x i32> poison, i32 %b, i64 0
  %d = shufflevector <4 x i32> %e, <4 x i32> poison, <4 x i32> zeroinitializer
  %safe = select <4 x i1> %trap, <4 x i32> splat (i32 1), <4 x i32> %d
  %divisor = select <4 x i1> %runs, <4 x i32> %safe, <4 x i32> splat (i32 1)
  %q = sdiv <4 x i32> %a, %divisor
  ret <4 x i32> %q
}

; Longs of any length, where all turn out to be short.
; CHECK-LABEL: define <4 x i64> @longs(
; CHECK: fdiv double
; CHECK: fmul <4 x double>
; CHECK: udiv <4 x i64>
define <4 x i64> @longs(<4 x i64> %a, i64 %b) {
  %e = insertelement <4 x i64> poison, i64 %b, i64 0
  %d = shufflevector <4 x i64> %e, <4 x i64> poison, <4 x i32> zeroinitializer
  %q = udiv <4 x i64> %a, %d
  ret <4 x i64> %q
}
