; A variable that begins with the address of local memory, directly or within a structure.
; RUN: not weft-opt --verify-spir64 %s 2>&1 | FileCheck %s
; CHECK: The program can't be used: the variable pointers begins with the address of k.x in local memory, which is no constant.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@k.x = internal addrspace(3) global [4 x i32] undef
@pointers = internal addrspace(2) constant { i32, ptr addrspace(3) } { i32 1, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @k.x, i64 4) }

define spir_kernel void @k(ptr addrspace(1) %a) {
  store i32 1, ptr addrspace(3) @k.x
  ret void
}
