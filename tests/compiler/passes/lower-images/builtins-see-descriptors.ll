; The builtins' own way from an image to its descriptor, and from a sampler to its number, is the argument itself.
; RUN: weft-opt -weft-passes="lower-images" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @width(
; CHECK-NEXT: %[[FIELD:.*]] = getelementptr i8, ptr addrspace(2) %image, i64 24
; CHECK-NEXT: %[[WIDTH:.*]] = load i32, ptr addrspace(2) %[[FIELD]]
; CHECK-NEXT: %[[SUM:.*]] = add i32 %[[WIDTH]], %sampler
; CHECK-NEXT: ret i32 %[[SUM]]
; CHECK-NOT: __weft
define spir_func i32 @width(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler) {
  %descriptor = call spir_func ptr addrspace(2) @_Z12__weft_image14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %number = call spir_func i32 @_Z14__weft_sampler11ocl_sampler(target("spirv.Sampler") %sampler)
  %field = getelementptr i8, ptr addrspace(2) %descriptor, i64 24
  %width = load i32, ptr addrspace(2) %field
  %sum = add i32 %width, %number
  ret i32 %sum
}

declare spir_func ptr addrspace(2) @_Z12__weft_image14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func i32 @_Z14__weft_sampler11ocl_sampler(target("spirv.Sampler"))
