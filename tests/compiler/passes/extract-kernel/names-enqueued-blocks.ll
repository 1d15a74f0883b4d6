; A block that the kernel enqueues is given by its name, and its code goes; what is no block is an error.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="extract-kernel<k>" %t/block.ll | FileCheck %t/block.ll
; RUN: not weft-opt -weft-passes="extract-kernel<k>" %t/other.ll 2>&1 | FileCheck %t/other.ll

;--- block.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK: @[[NAME:.*]] = private unnamed_addr addrspace(1) constant [24 x i8] c"__k_block_invoke_kernel\00"
; CHECK-NOT: @__k_block_invoke_kernel
; CHECK: define void @k(
define spir_kernel void @k(ptr addrspace(4) %literal, target("spirv.Queue") %queue, ptr %range) {
  ; CHECK: call spir_func i32 @__weft_enqueue_kernel(target("spirv.Queue") %queue, i32 0, ptr %range, i32 0, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr addrspace(1) @[[NAME]] to ptr addrspace(4)), ptr addrspace(4) %literal,
  %r = call spir_func i32 @__weft_enqueue_kernel(target("spirv.Queue") %queue, i32 0, ptr %range, i32 0, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %literal, i32 16, i32 8, i32 0, ptr null)
  ; CHECK: call spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr addrspace(1) @{{.*}} to ptr addrspace(4)), ptr addrspace(4) %literal)
  %s = call spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %literal)
  ret void
}
; CHECK-NOT: @__k_block_invoke_kernel

define internal spir_kernel void @__k_block_invoke_kernel(ptr addrspace(1) %literal) "weft-block" {
  ret void
}
declare spir_func i32 @__weft_enqueue_kernel(target("spirv.Queue"), i32, ptr, i32, ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), i32, i32, i32, ptr)
declare spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))

;--- other.ll
; CHECK: error: the program enqueues what is no block of its own
define spir_kernel void @k(ptr addrspace(4) %literal) {
  %s = call spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @other to ptr addrspace(4)), ptr addrspace(4) %literal)
  ret void
}
define internal spir_kernel void @other(ptr addrspace(1) %literal) {
  ret void
}
declare spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))
