; Divisors that may be 0, or -1 under a signed division, are replaced; harmless constants are left alone.
; RUN: weft-opt -weft-passes="guard-arithmetic" %s | FileCheck %s

; CHECK-LABEL: define i32 @signed(
; CHECK: %[[N:.*]] = freeze i32 %n
; CHECK: %[[D:.*]] = freeze i32 %d
; CHECK: %[[ZERO:.*]] = icmp eq i32 %[[D]], 0
; CHECK: %[[MINUS:.*]] = icmp eq i32 %[[D]], -1
; CHECK: %[[LOWEST:.*]] = icmp eq i32 %[[N]], -2147483648
; CHECK: %[[OVERFLOW:.*]] = and i1 %[[MINUS]], %[[LOWEST]]
; CHECK: %[[BAD:.*]] = or i1 %[[ZERO]], %[[OVERFLOW]]
; CHECK: %[[SAFE:.*]] = select i1 %[[BAD]], i32 1, i32 %[[D]]
; CHECK: sdiv i32 %[[N]], %[[SAFE]]
define i32 @signed(i32 %n, i32 %d) {
  %q = sdiv i32 %n, %d
  ret i32 %q
}

; CHECK-LABEL: define <4 x i8> @unsigned(
; CHECK: %[[D:.*]] = freeze <4 x i8> %d
; CHECK: %[[ZERO:.*]] = icmp eq <4 x i8> %[[D]], zeroinitializer
; CHECK: %[[SAFE:.*]] = select <4 x i1> %[[ZERO]], <4 x i8> splat (i8 1), <4 x i8> %[[D]]
; CHECK: urem <4 x i8> %n, %[[SAFE]]
define <4 x i8> @unsigned(<4 x i8> %n, <4 x i8> %d) {
  %r = urem <4 x i8> %n, %d
  ret <4 x i8> %r
}

; CHECK-LABEL: define i32 @constants(
; CHECK-NEXT: %q = sdiv i32 %n, 7
; CHECK-NEXT: %r = urem i32 %q, 16
define i32 @constants(i32 %n) {
  %q = sdiv i32 %n, 7
  %r = urem i32 %q, 16
  ret i32 %r
}
