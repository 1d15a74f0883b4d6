; What OpenCL C's programs have is taken: each kind of memory, opaque types, builtins, printf, intrinsics.
; RUN: weft-opt --verify-spir64 %s | FileCheck %s --allow-empty --implicit-check-not="{{.}}"
; The same program calls a function that nobody defines.
; RUN: sed 's/_Z3sinf/_Z3sunf/' %s | not weft-opt --verify-spir64 2>&1 | FileCheck %s --check-prefix=OTHER
; OTHER: The program uses what is neither defined in it nor available on this device: sun(float).

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.S = type { [4 x i32], <4 x float> }

@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]
@text = internal addrspace(2) constant [4 x i8] c"%d\0A\00"
@counter = internal addrspace(1) global i32 3
@k.tile = internal addrspace(3) global [16 x float] undef

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func float @_Z3sinf(float)
declare spir_func void @_Z7barrierj(i32)
declare spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32)
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x i32>)
declare spir_func i32 @printf(ptr addrspace(2), ...)
declare float @llvm.fmuladd.f32(float, float, float)

define internal spir_func float @twice(ptr addrspace(4) %p) {
  %v = load float, ptr addrspace(4) %p
  %w = call float @llvm.fmuladd.f32(float %v, float 2.0, float 0.0)
  ret float %w
}

define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(3) %l, ptr byval(%struct.S) %s, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, half %h) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr float, ptr addrspace(1) %a, i64 %id
  %generic = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %v = call spir_func float @twice(ptr addrspace(4) %generic)
  %sine = call spir_func float @_Z3sinf(float %v)
  store float %sine, ptr addrspace(3) @k.tile
  call spir_func void @_Z7barrierj(i32 1)
  %sampler = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 16)
  %pixel = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x i32> zeroinitializer)
  %n = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text, i32 1)
  ret void
}
