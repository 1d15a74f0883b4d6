; A loop along a work-item's row takes sixteen floats with each trip; behind it is a loop that takes four of the rest, and one
; for the last three.
; RUN: weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 %s | FileCheck %s
; RUN: weft-opt -weft-passes="unroll-contiguous-loops,coalesce-accesses" --cpu=x86-64-v4 %s | FileCheck %s --check-prefix=JOINED

; CHECK-LABEL: define void @k(
; CHECK-COUNT-21: load float, ptr addrspace(1)
; CHECK-NOT: load float
; CHECK: ret void

; JOINED-LABEL: define void @k(
; JOINED-DAG: load <16 x float>
; JOINED-DAG: load <4 x float>
; JOINED-DAG: load float
; JOINED-NOT: load
; JOINED: ret void
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %n
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %end

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nsw i32 %first, %i
  %place = sext i32 %index to i64
  %p = getelementptr float, ptr addrspace(1) %in, i64 %place
  %x = load float, ptr addrspace(1) %p, align 4
  %more = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  %own = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %result, ptr addrspace(1) %own, align 4
  ret void
}
