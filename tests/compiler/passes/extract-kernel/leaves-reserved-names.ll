; A function, a kernel or a constant that is named as what code calls or has itself gets another name: the code generator
; knows memcpy by its name alone.
; RUN: weft-opt -weft-passes="extract-kernel<k>" %s | FileCheck %s
; RUN: weft-opt -weft-passes="extract-kernel<weftKernelInfo>" %s | FileCheck %s --check-prefix=INFO
; RUN: weft-opt -weft-passes="extract-kernel<.text>" %s | FileCheck %s --check-prefix=SECTION

; CHECK: @program.bcmp = internal addrspace(2) constant i32 3
@bcmp = internal addrspace(2) constant i32 3

; CHECK: define internal spir_func i32 @program.memcpy(
define spir_func i32 @memcpy(i32 %x) {
  %three = load i32, ptr addrspace(2) @bcmp
  %sum = add i32 %x, %three
  ret i32 %sum
}

; CHECK: define internal spir_func i32 @other(
define spir_func i32 @other(i32 %x) {
  ret i32 %x
}

; CHECK: define void @k(
; CHECK: call spir_func i32 @program.memcpy(
; CHECK: call spir_func i32 @other(
define spir_kernel void @k(ptr addrspace(1) %p) {
  %x = call spir_func i32 @memcpy(i32 4)
  %y = call spir_func i32 @other(i32 %x)
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; INFO: define void @program.weftKernelInfo(
define spir_kernel void @weftKernelInfo(ptr addrspace(1) %p) {
  ret void
}

; SECTION: define void @program..text(
define spir_kernel void @.text(ptr addrspace(1) %p) {
  ret void
}
