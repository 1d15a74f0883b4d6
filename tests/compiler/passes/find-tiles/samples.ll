; Texels that a sample filters lie next to each other in both dimensions, and so work-items that are neighbours in
; either share them. These kernels store along dimension 0, which alone is no reason for tiles.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes=find-tiles %t/both-dimensions.ll | FileCheck %t/both-dimensions.ll
; RUN: weft-opt -weft-passes=find-tiles %t/one-dimension.ll | FileCheck %t/one-dimension.ll

;--- both-dimensions.ll
; Both dimensions decide where the kernel samples: its groups should be tiles.
; CHECK-LABEL: define void @samples_in_both_dimensions(
; CHECK: attributes #{{.*}} "weft-prefers-tiles"
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr, i32, <2 x float>)
define void @samples_in_both_dimensions(ptr addrspace(1) %out, ptr %image, i32 %w) "weft-kernel" {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %u = sitofp i32 %x to float
  %v = sitofp i32 %y to float
  %place = insertelement <2 x float> poison, float %u, i64 0
  %places = insertelement <2 x float> %place, float %v, i64 1
  %texels = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr %image, i32 32, <2 x float> %places)
  %texel = extractelement <4 x float> %texels, i64 0
  %row = mul nsw i32 %y, %w
  %index = add nsw i32 %row, %x
  %offset = sext i32 %index to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %offset
  store float %texel, ptr addrspace(1) %to
  ret void
}

;--- one-dimension.ll
; Dimension 0 alone decides: work-items along dimension 1 sample at the same places.
; CHECK-LABEL: define void @samples_in_one_dimension(
; CHECK: store float
; CHECK-NOT: weft-prefers-tiles
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr, i32, <2 x float>)
define void @samples_in_one_dimension(ptr addrspace(1) %out, ptr %image, i32 %w) "weft-kernel" {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %u = sitofp i32 %x to float
  %v = sitofp i32 %x to float
  %place = insertelement <2 x float> poison, float %u, i64 0
  %places = insertelement <2 x float> %place, float %v, i64 1
  %texels = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr %image, i32 32, <2 x float> %places)
  %texel = extractelement <4 x float> %texels, i64 0
  %row = mul nsw i32 %y, %w
  %index = add nsw i32 %row, %x
  %offset = sext i32 %index to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %offset
  store float %texel, ptr addrspace(1) %to
  ret void
}
