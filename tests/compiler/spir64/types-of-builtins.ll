; Builtin functions that are declared with other types than theirs, or used otherwise than called, are refused by name:
; those of the collections, and those that passes lower.
; RUN: split-file %s %t
; RUN: not weft-opt --verify-spir64 %t/result.ll 2>&1 | FileCheck %t/result.ll
; RUN: not weft-opt --verify-spir64 %t/parameter.ll 2>&1 | FileCheck %t/parameter.ll
; RUN: not weft-opt --verify-spir64 %t/lowered.ll 2>&1 | FileCheck %t/lowered.ll
; RUN: not weft-opt --verify-spir64 %t/barrier.ll 2>&1 | FileCheck %t/barrier.ll
; RUN: not weft-opt --verify-spir64 %t/address.ll 2>&1 | FileCheck %t/address.ll
; RUN: not weft-opt --verify-spir64 %t/call.ll 2>&1 | FileCheck %t/call.ll

;--- result.ll
; CHECK: The program declares sin(float) with types that are not those of the builtin function.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare spir_func i32 @_Z3sinf(float)
define spir_kernel void @k(ptr addrspace(1) %a) {
  %x = call spir_func i32 @_Z3sinf(float 1.0)
  store i32 %x, ptr addrspace(1) %a
  ret void
}

;--- parameter.ll
; CHECK: The program declares fma(float vector[4], float vector[4], float vector[4]) with types that are not those of the builtin function.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float>, <4 x float>)
define spir_kernel void @k(ptr addrspace(1) %a) {
  %x = call spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float> zeroinitializer, <4 x float> zeroinitializer)
  store <4 x float> %x, ptr addrspace(1) %a
  ret void
}

;--- lowered.ll
; CHECK: The program declares get_global_id(unsigned int) with types that are not those of the builtin function.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare spir_func float @_Z13get_global_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %a) {
  %x = call spir_func float @_Z13get_global_idj(i32 0)
  store float %x, ptr addrspace(1) %a
  ret void
}

;--- barrier.ll
; CHECK: The program declares barrier(unsigned int) with types that are not those of the builtin function.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare spir_func i64 @_Z7barrierj(i32)
define spir_kernel void @k(ptr addrspace(1) %a) {
  %x = call spir_func i64 @_Z7barrierj(i32 0)
  store i64 %x, ptr addrspace(1) %a
  ret void
}

;--- address.ll
; CHECK: The program takes the address of the builtin function sin(float).
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare spir_func float @_Z3sinf(float)
define spir_kernel void @k(ptr addrspace(1) %a) {
  store ptr @_Z3sinf, ptr addrspace(1) %a
  ret void
}

;--- call.ll
; CHECK: The program calls twice with other types than those that it is defined with.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

define internal spir_func float @twice(float %x) {
  %y = fadd float %x, %x
  ret float %y
}
define spir_kernel void @k(ptr addrspace(1) %a) {
  %x = call spir_func i32 @twice(i32 3)
  store i32 %x, ptr addrspace(1) %a
  ret void
}
