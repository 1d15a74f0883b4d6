; Loads of a row are joined past a store that alias scopes tell apart from them.
; RUN: weft-opt -weft-passes="coalesce-accesses" %s | FileCheck %s
; Past the same store of other scopes they aren't, nor past an atomic one of another address space.
; RUN: sed 's/!noalias !2 ; apart/!noalias !5/' %s | weft-opt -weft-passes="coalesce-accesses" | FileCheck %s --check-prefix=ALONE
; RUN: sed 's/store i32 1, ptr addrspace(1) %out, .*/store atomic i32 1, ptr addrspace(3) @local release, align 4/' %s \
; RUN:   | weft-opt -weft-passes="coalesce-accesses" | FileCheck %s --check-prefix=ALONE

; CHECK-LABEL: define void @k(
; CHECK: load <2 x i32>
; CHECK-NOT: load
; CHECK: ret void

; ALONE-LABEL: define void @k(
; ALONE-NOT: <2 x i32>
; ALONE: ret void
declare i32 @weft.local.id.0() memory(none)
@local = internal addrspace(3) global i32 poison

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %pitch) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %pitch
  %row = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %row1 = getelementptr i32, ptr addrspace(1) %row, i64 1
  %e = load i32, ptr addrspace(1) %row, align 4, !alias.scope !2
  store i32 1, ptr addrspace(1) %out, align 4, !noalias !2 ; apart
  %f = load i32, ptr addrspace(1) %row1, align 4, !alias.scope !2
  %sum = add i32 %e, %f
  %own = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum, ptr addrspace(1) %own, align 4
  ret void
}

!0 = !{!"in", !1}
!1 = !{!"domain"}
!2 = !{!0}
!5 = !{!6}
!6 = !{!"other", !1}
