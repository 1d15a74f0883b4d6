; Loads of a work-item's row become one, in whatever order they stand, and stores as well; five are four and one.
; RUN: weft-opt -weft-passes="coalesce-accesses" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: %[[ROW:.*]] = load <4 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: extractelement <4 x i32> %[[ROW]], i64 0
; CHECK: extractelement <4 x i32> %[[ROW]], i64 3
; CHECK: %rest = load i32
; CHECK-NOT: load
; CHECK: store <2 x i32>
; CHECK-NOT: store
; CHECK: ret void
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %pitch) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %pitch
  %row = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %row.out = getelementptr i32, ptr addrspace(1) %out, i32 %first
  %p1 = getelementptr i32, ptr addrspace(1) %row, i64 1
  %p2 = getelementptr i32, ptr addrspace(1) %row, i64 2
  %p3 = getelementptr i32, ptr addrspace(1) %row, i64 3
  %p4 = getelementptr i32, ptr addrspace(1) %row, i64 4
  %c = load i32, ptr addrspace(1) %p2, align 4
  %a = load i32, ptr addrspace(1) %row, align 4
  %b = load i32, ptr addrspace(1) %p1, align 4
  %d = load i32, ptr addrspace(1) %p3, align 4
  %rest = load i32, ptr addrspace(1) %p4, align 4
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %sum = add i32 %ab, %cd
  %q1 = getelementptr i32, ptr addrspace(1) %row.out, i64 1
  store i32 %sum, ptr addrspace(1) %row.out, align 4
  store i32 %rest, ptr addrspace(1) %q1, align 4
  ret void
}
