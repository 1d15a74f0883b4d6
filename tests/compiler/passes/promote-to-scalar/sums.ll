; A sum in memory is loaded before the loop and stored behind it, where nothing else in the loop can meet it.
; RUN: weft-opt -weft-passes="promote-to-scalar" %s | FileCheck %s
; Where it may be what the loop reads, it stays as it is.
; RUN: sed 's/, !alias.scope.*//' %s | weft-opt -weft-passes="promote-to-scalar" | FileCheck %s --check-prefix=ANY
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; The condition stands at the loop's head as it is written, so the store may not be reached: it is not stored then.
; CHECK-LABEL: define void @k(
; CHECK: br i1 %{{.*}}, label %[[BEFORE:.*]], label %end
; CHECK: [[BEFORE]]:
; CHECK: %[[FIRST:.*]] = load float, ptr addrspace(1) %sum
; CHECK: %[[SUM:.*]] = phi float [ %[[FIRST]], %[[BEFORE]] ], [ %[[MORE:.*]], %{{.*}} ]
; CHECK: load float, ptr addrspace(1) %at
; CHECK-NOT: load
; CHECK-NOT: store
; CHECK: %[[MORE]] = fadd float %[[SUM]], %x
; CHECK-NOT: store
; CHECK: br i1
; CHECK: store float %{{.*}}, ptr addrspace(1) %sum
; CHECK: br label %end

; ANY-LABEL: define void @k(
; ANY: fadd
; ANY-NEXT: store float
; ANY: br label %head
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n, i64 %i) #0 {
entry:
  br label %head

head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %goes = icmp slt i64 %k, %n
  br i1 %goes, label %body, label %end

body:
  %sum = getelementptr inbounds float, ptr addrspace(1) %c, i64 %i
  %at = getelementptr inbounds float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %at, !alias.scope !2, !noalias !3
  %before = load float, ptr addrspace(1) %sum, !alias.scope !3, !noalias !2
  %more = fadd float %before, %x
  store float %more, ptr addrspace(1) %sum, !alias.scope !3, !noalias !2
  %next = add nuw nsw i64 %k, 1
  br label %head

end:
  ret void
}

attributes #0 = { "weft-kernel" }
!0 = !{!"a", !1}
!1 = !{!"domain"}
!2 = !{!0}
!3 = !{!4}
!4 = !{!"c", !1}
