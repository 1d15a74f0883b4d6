; A sum to which only some trips add is kept in a register where the work-item has stored it before the loop.
; RUN: weft-opt -weft-passes="promote-to-scalar" %s | FileCheck %s
; Not where others could have learnt of that since, or could learn in the loop, or where it stored something else.
; RUN: sed 's/; then/fence release/' %s | weft-opt -weft-passes="promote-to-scalar" | FileCheck %s --check-prefix=MEMORY
; RUN: sed 's/; within/fence release/' %s | weft-opt -weft-passes="promote-to-scalar" | FileCheck %s --check-prefix=MEMORY
; RUN: sed 's/0, ptr addrspace(1) %c, align 4/0, ptr addrspace(1) %a, align 4/' %s \
; RUN:   | weft-opt -weft-passes="promote-to-scalar" | FileCheck %s --check-prefix=MEMORY
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: store i32 0, ptr addrspace(1) %c
; CHECK: loop:
; CHECK: load i32, ptr addrspace(1) %at
; CHECK-NOT: load
; CHECK-NOT: store
; CHECK: br i1 %goes, label %loop, label %end
; CHECK: end:
; CHECK: store i32 %{{.*}}, ptr addrspace(1) %c

; MEMORY-LABEL: define void @k(
; MEMORY: loop:
; MEMORY: adds:
; MEMORY-NEXT: load i32, ptr addrspace(1) %c
; MEMORY-NEXT: %more = add
; MEMORY-NEXT: store i32 %more, ptr addrspace(1) %c
; MEMORY: rest:
; MEMORY-NOT: store
; MEMORY: ret void
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n) #0 {
entry:
  store i32 0, ptr addrspace(1) %c, align 4, !alias.scope !3, !noalias !2
  ; then
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %rest ]
  ; within
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
  br i1 %goes, label %loop, label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" }
!0 = !{!"a", !1}
!1 = !{!"domain"}
!2 = !{!0}
!3 = !{!4}
!4 = !{!"c", !1}
