; A place twice, places that differ, three of four, and a product with another use are no dot product.
; RUN: weft-opt -weft-passes=form-dot-products %s | FileCheck %s

; CHECK-NOT: weft.dot
define i32 @place_twice(<4 x i8> %x, <4 x i8> %y) {
  %x.wide = sext <4 x i8> %x to <4 x i32>
  %y.wide = sext <4 x i8> %y to <4 x i32>
  %products = mul <4 x i32> %x.wide, %y.wide
  %p0 = extractelement <4 x i32> %products, i64 0
  %p1 = extractelement <4 x i32> %products, i64 1
  %p2 = extractelement <4 x i32> %products, i64 2
  %again = extractelement <4 x i32> %products, i64 0
  %s0 = add i32 %p0, %p1
  %s1 = add i32 %s0, %p2
  %s2 = add i32 %s1, %again
  ret i32 %s2
}

define i32 @other_places(<2 x i16> %x, <2 x i16> %y) {
  %x0 = extractelement <2 x i16> %x, i64 0
  %x1 = extractelement <2 x i16> %x, i64 1
  %y0 = extractelement <2 x i16> %y, i64 0
  %y1 = extractelement <2 x i16> %y, i64 1
  %x0.wide = sext i16 %x0 to i32
  %x1.wide = sext i16 %x1 to i32
  %y0.wide = sext i16 %y0 to i32
  %y1.wide = sext i16 %y1 to i32
  %p0 = mul i32 %x0.wide, %y1.wide
  %p1 = mul i32 %x1.wide, %y0.wide
  %s = add i32 %p0, %p1
  ret i32 %s
}

define i32 @three(<4 x i8> %x, <4 x i8> %y) {
  %x.wide = sext <4 x i8> %x to <4 x i32>
  %y.wide = sext <4 x i8> %y to <4 x i32>
  %products = mul <4 x i32> %x.wide, %y.wide
  %p0 = extractelement <4 x i32> %products, i64 0
  %p1 = extractelement <4 x i32> %products, i64 1
  %p2 = extractelement <4 x i32> %products, i64 2
  %s0 = add i32 %p0, %p1
  %s1 = add i32 %s0, %p2
  ret i32 %s1
}

define i32 @another_use(<2 x i16> %x, <2 x i16> %y, ptr %p) {
  %x.wide = sext <2 x i16> %x to <2 x i32>
  %y.wide = sext <2 x i16> %y to <2 x i32>
  %products = mul <2 x i32> %x.wide, %y.wide
  %p0 = extractelement <2 x i32> %products, i64 0
  %p1 = extractelement <2 x i32> %products, i64 1
  store i32 %p1, ptr %p
  %s = add i32 %p0, %p1
  ret i32 %s
}
