; A function of the program that passes an image on is copied for it too, so that the builtin which it calls knows the
; format; it is not forced inline.
; RUN: weft-opt -weft-passes="specialise-images" %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k(
; CHECK: call i32 @[[HELPER:[^(]*]](i32 %s, ptr %a)
define void @k(ptr %args, i32 %s) #0 {
  %a = load ptr, ptr %args, !weft.image !0
  %v = call i32 @helper(i32 %s, ptr %a)
  ret void
}

define internal i32 @helper(i32 %s, ptr "weft-image" %image) {
  %v = call i32 @_Z23get_image_channel_order14ocl_image2d_ro(ptr %image)
  %sum = add i32 %v, %s
  ret i32 %sum
}

define internal i32 @_Z23get_image_channel_order14ocl_image2d_ro(ptr "weft-image" %image) {
  %orderField = getelementptr i8, ptr %image, i64 40
  %order = load i32, ptr %orderField
  ret i32 %order
}

; CHECK: define internal i32 @[[HELPER]](i32 %s, ptr "weft-image" %image) {
; CHECK-NEXT: call i32 @[[ORDER:[^(]*]](ptr %image)
; CHECK: define internal i32 @[[ORDER]](
; CHECK-NEXT: ret i32 4277

attributes #0 = { "weft-kernel" }
!0 = !{i32 280301790}
