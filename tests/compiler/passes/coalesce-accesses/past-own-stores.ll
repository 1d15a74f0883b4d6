; Loads of a row are joined past a store of the same buffer that goes to another element of the row, and stores past such a
; load.
; RUN: weft-opt -weft-passes="coalesce-accesses" %s | FileCheck %s
; The element that the store goes to stays behind it, and the store stays in front of its load.
; RUN: sed 's/float, ptr addrspace(1) %row, i64 8/float, ptr addrspace(1) %row, i64 1/' %s | weft-opt -weft-passes="coalesce-accesses" \
; RUN:   | FileCheck %s --check-prefix=SAME
; RUN: sed 's/float, ptr addrspace(1) %row, i64 9/float, ptr addrspace(1) %row, i64 4/' %s | weft-opt -weft-passes="coalesce-accesses" \
; RUN:   | FileCheck %s --check-prefix=READ
target triple = "spir64"
declare i32 @weft.local.id.0() memory(none)

; CHECK-LABEL: define void @k(
; CHECK: load <2 x float>
; CHECK: store float %e, ptr addrspace(1) %other
; CHECK: store <2 x float>
; CHECK: ret void

; SAME-LABEL: define void @k(
; SAME-NOT: load <2 x float>
; SAME: ret void

; READ-LABEL: define void @k(
; READ-NOT: store <2 x float>
; READ: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %rows, i32 %pitch, ptr addrspace(3) %l) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %pitch
  %place = sext i32 %first to i64
  %row = getelementptr float, ptr addrspace(1) %rows, i64 %place
  %row1 = getelementptr float, ptr addrspace(1) %row, i64 1
  %row4 = getelementptr float, ptr addrspace(1) %row, i64 4
  %row5 = getelementptr float, ptr addrspace(1) %row, i64 5
  %other = getelementptr float, ptr addrspace(1) %row, i64 8
  %read = getelementptr float, ptr addrspace(1) %row, i64 9
  %e = load float, ptr addrspace(1) %row, align 4
  store float %e, ptr addrspace(1) %other, align 4
  %f = load float, ptr addrspace(1) %row1, align 4
  store float %f, ptr addrspace(1) %row4, align 4
  %g = load float, ptr addrspace(1) %read, align 4
  store float %g, ptr addrspace(1) %row5, align 4
  ret void
}
