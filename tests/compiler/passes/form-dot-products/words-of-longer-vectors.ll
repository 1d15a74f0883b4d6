; A vector of eight bytes, of which nothing but its words is wanted, is loaded as two; one with another use stays.
; RUN: weft-opt -weft-passes=form-dot-products %s | FileCheck %s

; CHECK-LABEL: define i32 @words(
; CHECK-DAG: load i32, ptr %p, align 8
; CHECK-DAG: %[[SECOND:.*]] = getelementptr inbounds i8, ptr %p, i64 4
; CHECK-DAG: load i32, ptr %[[SECOND]], align 4
; CHECK-DAG: %[[Y:.*]] = load <8 x i8>, ptr %q
; CHECK: call i32 @weft.dot.8.ss(
; CHECK: call i32 @weft.dot.8.ss(
; CHECK: ret i32
define i32 @words(ptr %p, ptr %q, ptr %r) {
  %x = load <8 x i8>, ptr %p, align 8
  %y = load <8 x i8>, ptr %q, align 8
  store <8 x i8> %y, ptr %r
  %x.wide = sext <8 x i8> %x to <8 x i32>
  %y.wide = sext <8 x i8> %y to <8 x i32>
  %products = mul <8 x i32> %x.wide, %y.wide
  %p0 = extractelement <8 x i32> %products, i64 0
  %p1 = extractelement <8 x i32> %products, i64 1
  %p2 = extractelement <8 x i32> %products, i64 2
  %p3 = extractelement <8 x i32> %products, i64 3
  %p4 = extractelement <8 x i32> %products, i64 4
  %p5 = extractelement <8 x i32> %products, i64 5
  %p6 = extractelement <8 x i32> %products, i64 6
  %p7 = extractelement <8 x i32> %products, i64 7
  %s0 = add i32 %p0, %p1
  %s1 = add i32 %s0, %p2
  %s2 = add i32 %s1, %p3
  %s3 = add i32 %s2, %p4
  %s4 = add i32 %s3, %p5
  %s5 = add i32 %s4, %p6
  %s6 = add i32 %s5, %p7
  ret i32 %s6
}
