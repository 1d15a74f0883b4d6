; A builtin's copy for a known format and a constant sampler asks for neither; a second call with the same shares it. Of
; an image whose format is not known, loads from the descriptor are invariant. The original goes.
; RUN: weft-opt -weft-passes="specialise-images" %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; 0x10B510DE: CL_RGBA, CL_FLOAT; 0x10B510D2: CL_RGBA, CL_UNORM_INT8
; CHECK-LABEL: define void @k(
; CHECK: call i32 @[[RGBA_FLOAT:[^(]*]](ptr %a, i32 16)
; CHECK: call i32 @[[RGBA_FLOAT]](ptr %a, i32 16)
; CHECK: call i32 @[[RGBA_BYTES:[^(]*]](ptr %b, i32 %s)
; CHECK: call i32 @[[ANY:[^(]*]](ptr %c, i32 16)
define void @k(ptr %args, i32 %s) #0 {
  %a = load ptr, ptr %args, !weft.image !0
  %bSlot = getelementptr i8, ptr %args, i64 8
  %b = load ptr, ptr %bSlot, !weft.image !1
  %cSlot = getelementptr i8, ptr %args, i64 16
  %c = load ptr, ptr %cSlot, !weft.image !2
  %1 = call i32 @_Z11read_imagei14ocl_image2d_ro11ocl_sampler(ptr %a, i32 16)
  %2 = call i32 @_Z11read_imagei14ocl_image2d_ro11ocl_sampler(ptr %a, i32 16)
  %3 = call i32 @_Z11read_imagei14ocl_image2d_ro11ocl_sampler(ptr %b, i32 %s)
  %4 = call i32 @_Z11read_imagei14ocl_image2d_ro11ocl_sampler(ptr %c, i32 16)
  ret void
}

; Order, type and bytes of a texel, added up, and the sampler behind them.
define internal i32 @_Z11read_imagei14ocl_image2d_ro11ocl_sampler(ptr "weft-image" %image, i32 "weft-sampler" %sampler) {
  %orderField = getelementptr i8, ptr %image, i64 40
  %order = load i32, ptr %orderField
  %typeField = getelementptr i8, ptr %image, i64 44
  %type = load i32, ptr %typeField
  %bytesField = getelementptr i8, ptr %image, i64 48
  %bytes = load i32, ptr %bytesField
  %half = add i32 %order, %type
  %whole = add i32 %half, %bytes
  %sum = add i32 %whole, %sampler
  ret i32 %sum
}

; What the copies were made of is gone.
; CHECK-NOT: ocl_sampler(ptr "weft-image"
; CHECK: define internal i32 @[[RGBA_FLOAT]](
; CHECK-SAME: #[[INLINED:[0-9]+]]
; 4277 + 4318 + 16 + 16
; CHECK-NEXT: ret i32 8627
; CHECK: define internal i32 @[[RGBA_BYTES]](
; 4277 + 4306 + 4
; CHECK-NEXT: add i32 %sampler, 8587
; CHECK: define internal i32 @[[ANY]](
; CHECK: load i32, ptr %{{.*}}, !invariant.load
; CHECK: load i32, ptr %{{.*}}, !invariant.load
; CHECK: load i32, ptr %{{.*}}, !invariant.load
; CHECK: attributes #[[INLINED]] = { alwaysinline }

attributes #0 = { "weft-kernel" }
!0 = !{i32 280301790}
!1 = !{i32 280301778}
!2 = !{i32 0}
