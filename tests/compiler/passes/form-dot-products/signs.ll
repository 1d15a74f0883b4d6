; Sums of products of four bytes, of each sign, and of two signed halves are dot products; the vectors, of which nothing
; else is wanted, are loaded as words. Unsigned halves stay as they are.
; RUN: weft-opt -weft-passes=form-dot-products %s | FileCheck %s

; CHECK-LABEL: define i32 @signed(
; CHECK: %[[X:.*]] = load i32, ptr %p, align 4
; CHECK: %[[Y:.*]] = load i32, ptr %q, align 1
; CHECK: %[[DOT:.*]] = call i32 @weft.dot.8.ss(i32 %[[X]], i32 %[[Y]])
; CHECK: %[[SUM:.*]] = add i32 %before, %[[DOT]]
; CHECK-NEXT: ret i32 %[[SUM]]
define i32 @signed(ptr %p, ptr %q, i32 %before) {
  %x = load <4 x i8>, ptr %p, align 4
  %y = load <4 x i8>, ptr %q, align 1
  %x.wide = sext <4 x i8> %x to <4 x i32>
  %y.wide = sext <4 x i8> %y to <4 x i32>
  %products = mul nsw <4 x i32> %x.wide, %y.wide
  %p0 = extractelement <4 x i32> %products, i64 0
  %p1 = extractelement <4 x i32> %products, i64 1
  %p2 = extractelement <4 x i32> %products, i64 2
  %p3 = extractelement <4 x i32> %products, i64 3
  %s0 = add nsw i32 %p0, %before
  %s1 = add nsw i32 %p1, %p2
  %s2 = add nsw i32 %s0, %s1
  %s3 = add nsw i32 %s2, %p3
  ret i32 %s3
}

; The unsigned operand comes first.
; CHECK-LABEL: define i32 @mixed(
; CHECK: call i32 @weft.dot.8.us(i32 %[[U:.*]], i32 %[[S:.*]])
; CHECK-NOT: mul
; CHECK: ret i32
define i32 @mixed(<4 x i8> %signed, <4 x i8> %unsigned) {
  %a0 = extractelement <4 x i8> %signed, i64 0
  %a1 = extractelement <4 x i8> %signed, i64 1
  %a2 = extractelement <4 x i8> %signed, i64 2
  %a3 = extractelement <4 x i8> %signed, i64 3
  %b0 = extractelement <4 x i8> %unsigned, i64 0
  %b1 = extractelement <4 x i8> %unsigned, i64 1
  %b2 = extractelement <4 x i8> %unsigned, i64 2
  %b3 = extractelement <4 x i8> %unsigned, i64 3
  %a0.wide = sext i8 %a0 to i32
  %a1.wide = sext i8 %a1 to i32
  %a2.wide = sext i8 %a2 to i32
  %a3.wide = sext i8 %a3 to i32
  %b0.wide = zext i8 %b0 to i32
  %b1.wide = zext i8 %b1 to i32
  %b2.wide = zext i8 %b2 to i32
  %b3.wide = zext i8 %b3 to i32
  %p0 = mul i32 %a0.wide, %b0.wide
  %p1 = mul i32 %b1.wide, %a1.wide
  %p2 = mul i32 %a2.wide, %b2.wide
  %p3 = mul i32 %a3.wide, %b3.wide
  %s0 = add i32 %p0, %p1
  %s1 = add i32 %p2, %p3
  %s2 = add i32 %s0, %s1
  ret i32 %s2
}

; CHECK-LABEL: define i32 @packed(
; CHECK-NEXT: %[[DOT:.*]] = call i32 @weft.dot.8.uu(i32 %{{[xy]}}, i32 %{{[xy]}})
; CHECK-NEXT: ret i32 %[[DOT]]
define i32 @packed(i32 %x, i32 %y) {
  %x0 = and i32 %x, 255
  %y0 = and i32 %y, 255
  %x.8 = lshr i32 %x, 8
  %y.8 = lshr i32 %y, 8
  %x1 = and i32 %x.8, 255
  %y1 = and i32 %y.8, 255
  %x.16 = lshr i32 %x, 16
  %y.16 = lshr i32 %y, 16
  %x2 = and i32 %x.16, 255
  %y2 = and i32 %y.16, 255
  %x3 = lshr i32 %x, 24
  %y3 = lshr i32 %y, 24
  %p0 = mul i32 %x0, %y0
  %p1 = mul i32 %x1, %y1
  %p2 = mul i32 %x2, %y2
  %p3 = mul i32 %x3, %y3
  %s0 = add i32 %p0, %p1
  %s1 = add i32 %s0, %p2
  %s2 = add i32 %s1, %p3
  ret i32 %s2
}

; CHECK-LABEL: define i32 @halves(
; CHECK: call i32 @weft.dot.16.ss(i32 {{.*}}, i32 {{.*}})
; CHECK-NOT: mul
; CHECK: ret i32
define i32 @halves(<2 x i16> %x, <2 x i16> %y) {
  %x.wide = sext <2 x i16> %x to <2 x i32>
  %y.wide = sext <2 x i16> %y to <2 x i32>
  %products = mul <2 x i32> %x.wide, %y.wide
  %p0 = extractelement <2 x i32> %products, i64 0
  %p1 = extractelement <2 x i32> %products, i64 1
  %s = add i32 %p0, %p1
  ret i32 %s
}

; CHECK-LABEL: define i32 @unsigned_halves(
; CHECK-NOT: weft.dot
; CHECK: ret i32
define i32 @unsigned_halves(<2 x i16> %x, <2 x i16> %y) {
  %x.wide = zext <2 x i16> %x to <2 x i32>
  %y.wide = zext <2 x i16> %y to <2 x i32>
  %products = mul <2 x i32> %x.wide, %y.wide
  %p0 = extractelement <2 x i32> %products, i64 0
  %p1 = extractelement <2 x i32> %products, i64 1
  %s = add i32 %p0, %p1
  ret i32 %s
}
