; A row of six becomes two vectors, of four and of two. The group's first access, here one of the first part, is gone when
; the second part is made.
; RUN: weft-opt -weft-passes="coalesce-accesses" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-DAG: load <4 x i32>, ptr addrspace(1)
; CHECK-DAG: load <2 x i32>, ptr addrspace(1)
; CHECK-NOT: load i32
; CHECK: ret void
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %pitch) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %pitch
  %row = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %p1 = getelementptr i32, ptr addrspace(1) %row, i64 1
  %p2 = getelementptr i32, ptr addrspace(1) %row, i64 2
  %p3 = getelementptr i32, ptr addrspace(1) %row, i64 3
  %p4 = getelementptr i32, ptr addrspace(1) %row, i64 4
  %p5 = getelementptr i32, ptr addrspace(1) %row, i64 5
  %a = load i32, ptr addrspace(1) %row, align 4
  %b = load i32, ptr addrspace(1) %p1, align 4
  %c = load i32, ptr addrspace(1) %p2, align 4
  %d = load i32, ptr addrspace(1) %p3, align 4
  %e = load i32, ptr addrspace(1) %p4, align 4
  %f = load i32, ptr addrspace(1) %p5, align 4
  %ab = mul i32 %a, %b
  %cd = mul i32 %c, %d
  %ef = mul i32 %e, %f
  %abcd = add i32 %ab, %cd
  %sum = add i32 %abcd, %ef
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum, ptr addrspace(1) %q, align 4
  ret void
}
