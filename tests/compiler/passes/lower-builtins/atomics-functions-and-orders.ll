; Atomic functions on integers become instructions of their order; what can't be known stays a call.
; RUN: weft-opt -weft-passes="lower-builtins" %s | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define i32 @relaxed(
; CHECK: %old = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
; CHECK: atomicrmw sub ptr addrspace(3) %p, i32 1 monotonic
; CHECK: atomicrmw umax ptr addrspace(3) %p, i32 %x monotonic
; CHECK: atomicrmw min ptr addrspace(1) %q, i64 %y monotonic
; CHECK: %[[PAIR:.*]] = cmpxchg ptr addrspace(3) %p, i32 %x, i32 7 monotonic monotonic
; CHECK: extractvalue { i32, i1 } %[[PAIR]], 0
define i32 @relaxed(ptr addrspace(3) %p, ptr addrspace(1) %q, i32 %x, i64 %y) {
  %old = call i32 @_Z10atomic_incPU3AS3Vj(ptr addrspace(3) %p)
  call i32 @_Z10atomic_decPU3AS3Vj(ptr addrspace(3) %p)
  call i32 @_Z10atomic_maxPU3AS3Vjj(ptr addrspace(3) %p, i32 %x)
  call i64 @_Z8atom_minPU3AS1Vll(ptr addrspace(1) %q, i64 %y)
  call i32 @_Z14atomic_cmpxchgPU3AS3Vjjj(ptr addrspace(3) %p, i32 %x, i32 7)
  ret i32 %old
}

; CHECK-LABEL: define void @ordered(
; CHECK: atomicrmw xor ptr addrspace(4) %p, i32 %x seq_cst
; CHECK: atomicrmw or ptr addrspace(4) %p, i32 %x acquire
; CHECK: load atomic i32, ptr addrspace(4) %p acquire, align 4
; CHECK: store atomic i32 %x, ptr addrspace(4) %p release, align 4
define void @ordered(ptr addrspace(4) %p, i32 %x) {
  call i32 @_Z16atomic_fetch_xorPU3AS4VU7_Atomicii(ptr addrspace(4) %p, i32 %x)
  call i32 @_Z24atomic_fetch_or_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) %p, i32 %x, i32 2, i32 1)
  call i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order12memory_scope(ptr addrspace(4) %p, i32 2, i32 1)
  call void @_Z21atomic_store_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) %p, i32 %x, i32 3, i32 1)
  ret void
}

; CHECK-LABEL: define void @calls(
; CHECK: call i32 @_Z25atomic_fetch_add_explicit
; CHECK: call i32 @_Z20atomic_load_explicit
; CHECK: call float @_Z11atomic_xchg
; CHECK: call i1 @_Z30atomic_compare_exchange_strong
define void @calls(ptr addrspace(4) %p, i32 %x, i32 %order, ptr addrspace(4) %expected, ptr addrspace(1) %f) {
  call i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) %p, i32 %x, i32 %order, i32 1)
  call i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order12memory_scope(ptr addrspace(4) %p, i32 3, i32 1)
  call float @_Z11atomic_xchgPU3AS1Vff(ptr addrspace(1) %f, float 1.0)
  call i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) %p, ptr addrspace(4) %expected, i32 %x)
  ret void
}

declare i32 @_Z10atomic_incPU3AS3Vj(ptr addrspace(3))
declare i32 @_Z10atomic_decPU3AS3Vj(ptr addrspace(3))
declare i32 @_Z10atomic_maxPU3AS3Vjj(ptr addrspace(3), i32)
declare i64 @_Z8atom_minPU3AS1Vll(ptr addrspace(1), i64)
declare i32 @_Z14atomic_cmpxchgPU3AS3Vjjj(ptr addrspace(3), i32, i32)
declare i32 @_Z16atomic_fetch_xorPU3AS4VU7_Atomicii(ptr addrspace(4), i32)
declare i32 @_Z24atomic_fetch_or_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order12memory_scope(ptr addrspace(4), i32, i32)
declare void @_Z21atomic_store_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare float @_Z11atomic_xchgPU3AS1Vff(ptr addrspace(1), float)
declare i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4), ptr addrspace(4), i32)
