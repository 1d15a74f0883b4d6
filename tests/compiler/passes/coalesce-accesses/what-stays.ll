; Elements that lie one behind the other across lanes, elements that all lanes share, volatile ones, and those with a
; store or a barrier between them stay alone.
; RUN: weft-opt -weft-passes="coalesce-accesses" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NOT: <2 x i32>
; CHECK: ret void
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %pitch) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %own = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %next = getelementptr i32, ptr addrspace(1) %own, i64 1
  %a = load i32, ptr addrspace(1) %own, align 4
  %b = load i32, ptr addrspace(1) %next, align 4
  %shared = getelementptr i32, ptr addrspace(1) %in, i64 1
  %c = load i32, ptr addrspace(1) %in, align 4
  %d = load i32, ptr addrspace(1) %shared, align 4
  %first = mul nsw i32 %id, %pitch
  %row = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %row1 = getelementptr i32, ptr addrspace(1) %row, i64 1
  %row2 = getelementptr i32, ptr addrspace(1) %row, i64 2
  %e = load i32, ptr addrspace(1) %row, align 4
  store i32 %a, ptr addrspace(1) %own, align 4
  %f = load i32, ptr addrspace(1) %row1, align 4
  call void @weft.barrier()
  %g = load i32, ptr addrspace(1) %row2, align 4
  store i32 %g, ptr addrspace(1) %own, align 4
  %h = load volatile i32, ptr addrspace(1) %row, align 4
  %i = load volatile i32, ptr addrspace(1) %row1, align 4
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %ef = add i32 %e, %f
  %hi = add i32 %h, %i
  %s1 = add i32 %ab, %cd
  %s2 = add i32 %ef, %hi
  %s = add i32 %s1, %s2
  store i32 %s, ptr addrspace(1) %own, align 4
  ret void
}
