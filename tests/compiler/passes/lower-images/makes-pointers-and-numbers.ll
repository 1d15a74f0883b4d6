; Images become constant pointers, samplers numbers, in signatures, variables and calls; names stay, and so does what
; hangs on a kernel. An initialiser's number is the sampler.
; RUN: weft-opt -weft-passes="lower-images" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-NOT: target("spirv
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: ptr addrspace(2) "weft-image" %image, i32 "weft-sampler" %sampler, ptr addrspace(1) %out)
; CHECK-SAME: !reqd_work_group_size
define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler,
                           ptr addrspace(1) %out) !reqd_work_group_size !0 {
  ; CHECK: %slot = alloca ptr addrspace(2)
  %slot = alloca target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)
  ; CHECK: store ptr addrspace(2) %image, ptr %slot
  store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, ptr %slot
  ; CHECK: %[[AGAIN:.*]] = load ptr addrspace(2), ptr %slot
  %again = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %slot
  %made = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 39)
  ; CHECK-NOT: __translate_sampler_initializer
  ; CHECK: call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(2) %[[AGAIN]], i32 39,
  %a = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %again, target("spirv.Sampler") %made, <2 x float> zeroinitializer)
  ; CHECK: call spir_func void @helper(ptr addrspace(2) %image, i32 %sampler)
  call spir_func void @helper(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  store <4 x float> %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define internal spir_func void @helper(ptr addrspace(2) "weft-image" %image, i32 "weft-sampler" %sampler)
define internal spir_func void @helper(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler) {
  ret void
}

; CHECK: declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(2) "weft-image", i32 "weft-sampler", <2 x float>) #[[READS:.*]]
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float>) #0
declare spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32)

; CHECK: attributes #[[READS]] = { nounwind willreturn memory(read) }
attributes #0 = { nounwind willreturn memory(read) }
!0 = !{i32 8, i32 1, i32 1}
