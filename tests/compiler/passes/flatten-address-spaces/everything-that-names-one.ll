; Globals, parameters, constants, casts, types that contain pointers, and intrinsics' names lose their address spaces.
; RUN: weft-opt -weft-passes="flatten-address-spaces" %s | FileCheck %s

; CHECK-NOT: addrspace
%holder = type { i32, ptr addrspace(1) }

; CHECK-DAG: @table = internal constant [2 x i32]
@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]
; CHECK-DAG: @pointers = internal constant [1 x ptr] [ptr getelementptr (i8, ptr @table, i64 4)]
@pointers = internal addrspace(2) constant [1 x ptr addrspace(2)] [ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @table, i64 4)]
; CHECK-DAG: @generic = internal constant ptr @table
@generic = internal addrspace(2) constant ptr addrspace(4) addrspacecast (ptr addrspace(2) @table to ptr addrspace(4))

; CHECK-DAG: declare void @llvm.memcpy.p0.p0.i64(
declare void @llvm.memcpy.p1.p2.i64(ptr addrspace(1), ptr addrspace(2), i64, i1)

; CHECK-LABEL: define void @f(ptr noalias %p, <2 x ptr> %q)
; CHECK: %variable = alloca %holder.flat
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 @table, i64 8, i1 false)
; CHECK: %element = getelementptr %holder.flat, ptr %variable, i32 0, i32 1
; CHECK: store ptr %p, ptr %element
; CHECK: store i32 0, ptr %p
; CHECK: store ptr null, ptr %p
; CHECK: atomicrmw add ptr %p, i32 1 seq_cst
; CHECK: call void @g(ptr %p)
define void @f(ptr addrspace(1) noalias %p, <2 x ptr addrspace(4)> %q) {
  %variable = alloca %holder
  call void @llvm.memcpy.p1.p2.i64(ptr addrspace(1) align 4 %p, ptr addrspace(2) align 4 @table, i64 8, i1 false)
  %element = getelementptr %holder, ptr %variable, i32 0, i32 1
  store ptr addrspace(1) %p, ptr %element
  %cast = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  store i32 0, ptr addrspace(4) %cast
  store ptr addrspace(3) null, ptr addrspace(1) %p
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  call void @g(ptr addrspace(4) %cast)
  ret void
}

; CHECK: declare void @g(ptr)
declare void @g(ptr addrspace(4))
