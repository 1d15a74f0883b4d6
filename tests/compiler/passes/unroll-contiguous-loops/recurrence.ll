; A loop whose trips take what the trip before has stored, one element behind it, is unrolled;
; what was stored comes from registers, so that one load of the row is left for all trips and one for the first one's.
; RUN: weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 %s | FileCheck %s
; RUN: weft-opt -weft-passes="unroll-contiguous-loops,coalesce-accesses" --cpu=x86-64-v4 %s | FileCheck %s --check-prefix=JOINED
; Elements two trips apart are taken from memory in the first two trips.
; RUN: sed 's/%counted, -1 ; before/%counted, -2/' %s | weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 | FileCheck %s --check-prefix=TWO
; Of an element at a distance that isn't known, each store may change it.
; RUN: sed 's/%counted, -1 ; before/%counted, %%id/' %s | weft-opt -weft-passes="unroll-contiguous-loops,coalesce-accesses" --cpu=x86-64-v4 | FileCheck %s --check-prefix=ALONE
target triple = "spir64"
declare i32 @weft.local.id.0() memory(none)

; CHECK-LABEL: define void @up(
; CHECK-COUNT-17: load float
; CHECK-NOT: load float
; CHECK: ret void

; JOINED-LABEL: define void @up(
; JOINED: load <16 x float>
; JOINED: store <16 x float>
; JOINED-NOT: store
; JOINED: ret void

; TWO-LABEL: define void @up(
; TWO-COUNT-18: load float
; TWO-NOT: load float
; TWO: ret void

; ALONE-LABEL: define void @up(
; ALONE-NOT: store <
; ALONE: ret void
define void @up(ptr %launch, ptr %group, ptr addrspace(1) %rows) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = shl nsw i32 %id, 8
  br label %row

row:
  %i = phi i32 [ 2, %entry ], [ %next, %row ]
  %counted = add nsw i32 %first, %i
  %place = sext i32 %counted to i64
  %p = getelementptr float, ptr addrspace(1) %rows, i64 %place
  %own = load float, ptr addrspace(1) %p, align 4
  %index = add nsw i32 %counted, -1 ; before
  %place.before = sext i32 %index to i64
  %q = getelementptr float, ptr addrspace(1) %rows, i64 %place.before
  %before = load float, ptr addrspace(1) %q, align 4
  %sum = fsub float %own, %before
  store float %sum, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 18
  br i1 %again, label %row, label %end

end:
  ret void
}
