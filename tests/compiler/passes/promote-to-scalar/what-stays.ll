; A store that only some trips reach is not made where the kernel doesn't make it, and past a barrier nothing is kept.
; RUN: weft-opt -weft-passes="promote-to-scalar" %s | FileCheck %s
; Without the barrier and the condition both are kept in registers.
; RUN: sed -e 's/call void @weft.barrier()//' -e 's/br i1 %is, label %adds, label %rest/br label %adds/' %s \
; RUN:   | weft-opt -weft-passes="promote-to-scalar" | FileCheck %s --check-prefix=KEPT
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK: adds:
; CHECK: store i32 %more, ptr addrspace(1) %c
; CHECK: rest:
; CHECK: barriers:
; CHECK: store i32 %sum, ptr addrspace(1) %c
; CHECK: call void @weft.barrier

; KEPT-LABEL: define void @k(
; KEPT: loop:
; KEPT: adds:
; KEPT-NOT: store
; KEPT: barriers.preheader:
; KEPT: store i32
; KEPT: barriers:
; KEPT-NOT: store
; KEPT: br i1 %goes.on
; KEPT: store i32
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n) #0 {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %rest ]
  %at = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %k
  %x = load i32, ptr addrspace(1) %at, !alias.scope !2, !noalias !3
  %is = icmp sgt i32 %x, 0
  br i1 %is, label %adds, label %rest

adds:
  %before = load i32, ptr addrspace(1) %c, !alias.scope !3, !noalias !2
  %more = add i32 %before, %x
  store i32 %more, ptr addrspace(1) %c, !alias.scope !3, !noalias !2
  br label %rest

rest:
  %next = add nuw nsw i64 %k, 1
  %goes = icmp slt i64 %next, %n
  br i1 %goes, label %loop, label %barriers

barriers:
  %m = phi i64 [ 0, %rest ], [ %following, %barriers ]
  %old = load i32, ptr addrspace(1) %c, !alias.scope !3, !noalias !2
  %sum = add i32 %old, 1
  store i32 %sum, ptr addrspace(1) %c, !alias.scope !3, !noalias !2
  call void @weft.barrier()
  %following = add nuw nsw i64 %m, 1
  %goes.on = icmp slt i64 %following, %n
  br i1 %goes.on, label %barriers, label %end

end:
  ret void
}

declare void @weft.barrier() convergent

attributes #0 = { "weft-kernel" }
!0 = !{!"a", !1}
!1 = !{!"domain"}
!2 = !{!0}
!3 = !{!4}
!4 = !{!"c", !1}
