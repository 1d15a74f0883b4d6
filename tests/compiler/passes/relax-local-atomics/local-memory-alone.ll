; Atomic instructions on local memory become ordinary ones; those on global memory stay.
; RUN: weft-opt -weft-passes="relax-local-atomics" %s | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define i32 @local(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %p
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], %x
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %p
; CHECK-NOT: cmpxchg
; CHECK: %[[SAME:.*]] = icmp eq i32
; CHECK: load i32, ptr addrspace(3) %p, align 4
; CHECK: store i32 %x, ptr addrspace(3) %p, align 4
; CHECK: ret i32 %[[OLD]]
define i32 @local(ptr addrspace(3) %p, i32 %x) {
  %old = atomicrmw add ptr addrspace(3) %p, i32 %x seq_cst
  %pair = cmpxchg ptr addrspace(3) %p, i32 1, i32 2 monotonic monotonic
  %now = load atomic i32, ptr addrspace(3) %p acquire, align 4
  store atomic i32 %x, ptr addrspace(3) %p release, align 4
  ret i32 %old
}

; CHECK-LABEL: define void @global(
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 %x monotonic
; CHECK: cmpxchg ptr addrspace(1) %p, i32 1, i32 2 monotonic monotonic
; CHECK: atomicrmw add ptr addrspace(4) %g, i32 %x monotonic
define void @global(ptr addrspace(1) %p, ptr addrspace(4) %g, i32 %x) {
  atomicrmw add ptr addrspace(1) %p, i32 %x monotonic
  cmpxchg ptr addrspace(1) %p, i32 1, i32 2 monotonic monotonic
  atomicrmw add ptr addrspace(4) %g, i32 %x monotonic
  ret void
}
