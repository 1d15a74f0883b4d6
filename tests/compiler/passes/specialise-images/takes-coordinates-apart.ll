; Coordinates that are a sum of vectors are computed component by component; a colour that is one stays as it is.
; RUN: weft-opt -weft-passes="specialise-images" %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k(
; CHECK: %a = load ptr, ptr %args, align 8, !weft.image
; CHECK-NOT: add <2 x i32> %at
; CHECK: %[[X:.*]] = add i32 %x, 1
; CHECK: %[[FIRST:.*]] = insertelement <2 x i32> poison, i32 %[[X]], i64 0
; CHECK: %[[Y:.*]] = add i32 %y, -2
; CHECK: %[[BOTH:.*]] = insertelement <2 x i32> %[[FIRST]], i32 %[[Y]], i64 1
; CHECK: call void @{{[^(]*}}(ptr %a, <2 x i32> %[[BOTH]], <4 x i32> %colour)
define void @k(ptr %args, i32 %x, i32 %y, <4 x i32> %c) #0 {
  %a = load ptr, ptr %args, !weft.image !0
  %left = insertelement <2 x i32> poison, i32 %x, i64 0
  %at = insertelement <2 x i32> %left, i32 %y, i64 1
  %moved = add <2 x i32> %at, <i32 1, i32 -2>
  %colour = add <4 x i32> %c, %c
  call void @_Z12write_imagei14ocl_image2d_woDv2_iDv4_i(ptr %a, <2 x i32> %moved, <4 x i32> %colour)
  ret void
}

define internal void @_Z12write_imagei14ocl_image2d_woDv2_iDv4_i(ptr "weft-image" %image, <2 x i32> %at, <4 x i32> %colour) {
  %data = load ptr, ptr %image
  store <4 x i32> %colour, ptr %data
  ret void
}

attributes #0 = { "weft-kernel" }
!0 = !{i32 280301790}
