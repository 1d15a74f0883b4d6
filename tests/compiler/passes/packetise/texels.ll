; Texels are read for each lane, which needs the coordinates and the colours that anything uses moved. Where lanes differ in one
; coordinate of a filtered texel and use one colour, packets are quicker; where they use all four, or read unfiltered
; texels, single work-items are.
; RUN: sed '/@oneColour/s/{/"weft-kernel" {/' %s | weft-opt -weft-passes="packetise<8;if-quicker>" \
; RUN:   -pass-remarks-missed=packetise 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: sed '/@allColours/s/{/"weft-kernel" {/' %s | weft-opt -weft-passes="packetise<8;if-quicker>" \
; RUN:   -pass-remarks-missed=packetise 2>&1 | FileCheck %s --check-prefix=ALL
; RUN: sed '/@unfiltered/s/{/"weft-kernel" {/' %s | weft-opt -weft-passes="packetise<8;if-quicker>" \
; RUN:   -pass-remarks-missed=packetise 2>&1 | FileCheck %s --check-prefix=UNFILTERED
; ONE-NOT: not on packets
; ONE-LABEL: define void @oneColour(
; ONE: call void @llvm.masked.store.v8f32
; ALL: not on packets: loops are estimated to be faster
; UNFILTERED: not on packets: loops are estimated to be faster
target triple = "spir64"

declare i32 @weft.local.id.0()
declare <4 x float> @_Z11read_imagef14ocl_image3d_ro11ocl_samplerDv4_f(ptr addrspace(2), i32, <4 x float>) memory(read)
declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(2), i32, <2 x i32>) memory(read)

define void @oneColour(ptr addrspace(2) %image, float %v, float %w, ptr addrspace(1) %b) {
  %id = call i32 @weft.local.id.0()
  %u = sitofp i32 %id to float
  %1 = insertelement <4 x float> <float poison, float poison, float poison, float 0.0>, float %u, i64 0
  %2 = insertelement <4 x float> %1, float %v, i64 1
  %3 = insertelement <4 x float> %2, float %w, i64 2
  %texel = call <4 x float> @_Z11read_imagef14ocl_image3d_ro11ocl_samplerDv4_f(ptr addrspace(2) %image, i32 35, <4 x float> %3)
  %x = extractelement <4 x float> %texel, i64 0
  %to = getelementptr float, ptr addrspace(1) %b, i32 %id
  store float %x, ptr addrspace(1) %to
  ret void
}

define void @allColours(ptr addrspace(2) %image, ptr addrspace(1) %b) {
  %id = call i32 @weft.local.id.0()
  %u = sitofp i32 %id to float
  %v = fmul float %u, 0.5
  %1 = insertelement <4 x float> <float poison, float poison, float 0.0, float 0.0>, float %u, i64 0
  %2 = insertelement <4 x float> %1, float %v, i64 1
  %texel = call <4 x float> @_Z11read_imagef14ocl_image3d_ro11ocl_samplerDv4_f(ptr addrspace(2) %image, i32 35, <4 x float> %2)
  %to = getelementptr <4 x float>, ptr addrspace(1) %b, i32 %id
  store <4 x float> %texel, ptr addrspace(1) %to
  ret void
}

define void @unfiltered(ptr addrspace(2) %image, i32 %y, ptr addrspace(1) %b) {
  %id = call i32 @weft.local.id.0()
  %1 = insertelement <2 x i32> poison, i32 %id, i64 0
  %2 = insertelement <2 x i32> %1, i32 %y, i64 1
  %texel = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(2) %image, i32 16, <2 x i32> %2)
  %to = getelementptr <4 x float>, ptr addrspace(1) %b, i32 %id
  store <4 x float> %texel, ptr addrspace(1) %to
  ret void
}
