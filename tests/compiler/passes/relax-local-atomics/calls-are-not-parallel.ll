; A function that updates local memory is called for one work-item after the other: what marks its calls as parallel is
; taken away, also from calls of functions that call it. Other calls keep it.
; RUN: weft-opt -weft-passes=relax-local-atomics %s | FileCheck %s
target triple = "spir64"

define void @update(ptr addrspace(3) %p) {
  %old = atomicrmw and ptr addrspace(3) %p, i32 7 monotonic
  ret void
}

define void @read(ptr addrspace(3) %p) {
  %v = load i32, ptr addrspace(3) %p
  ret void
}

; CHECK-LABEL: define void @updateOnce(
; CHECK: call void @update(ptr addrspace(3) %p){{$}}
define void @updateOnce(ptr addrspace(3) %p) {
  call void @update(ptr addrspace(3) %p), !llvm.access.group !0
  ret void
}

; CHECK-LABEL: define void @kernel(
; CHECK: call void @updateOnce(ptr addrspace(3) %p){{$}}
; CHECK: call void @read(ptr addrspace(3) %p), !llvm.access.group
define void @kernel(ptr addrspace(3) %p) "weft-kernel" {
  call void @updateOnce(ptr addrspace(3) %p), !llvm.access.group !0
  call void @read(ptr addrspace(3) %p), !llvm.access.group !0
  ret void
}

!0 = distinct !{}
