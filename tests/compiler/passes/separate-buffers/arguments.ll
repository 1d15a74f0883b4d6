; Accesses through one argument, or one of several, are in their scopes, and don't meet those through the others.
; RUN: weft-opt -weft-passes="separate-buffers" %s | FileCheck %s
; Twice changes nothing: the scopes are the same nodes.
; RUN: weft-opt -weft-passes="separate-buffers,separate-buffers" %s | FileCheck %s
; Without the promise nothing is known.
; RUN: sed 's/"weft-distinct-buffers"//' %s | weft-opt -weft-passes="separate-buffers" | FileCheck %s --check-prefix=ANY

; CHECK-LABEL: define void @k(
; ANY-LABEL: define void @k(
; ANY-NOT: !alias.scope
; ANY-NOT: !noalias
; ANY-NOT: weft-distinct-arguments
define void @k(ptr %launch, ptr %group) #0 {
  %args = load ptr, ptr %launch, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0, !weft.buffer !1
  %b.slot = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.slot, !invariant.load !0, !weft.buffer !2
  %c.slot = getelementptr i8, ptr %args, i64 16
  %c = load ptr addrspace(2), ptr %c.slot, !invariant.load !0, !weft.buffer !3
  br label %loop

; Through address arithmetic and round a loop.
; CHECK: load float, ptr addrspace(1) %at, {{.*}}!alias.scope [[A:![0-9]+]], !noalias [[NOT_A:![0-9]+]]
loop:
  %at = phi ptr addrspace(1) [ %a, %0 ], [ %next, %loop ]
  %x = load float, ptr addrspace(1) %at
  %next = getelementptr float, ptr addrspace(1) %at, i64 1
; Through one of two.
; CHECK: load float, ptr addrspace(1) %either, {{.*}}!alias.scope [[A_B:![0-9]+]], !noalias [[C:![0-9]+]]
  %more = fcmp ogt float %x, 0.0
  %either = select i1 %more, ptr addrspace(1) %at, ptr addrspace(1) %b
  %y = load float, ptr addrspace(1) %either
; In constant memory.
; CHECK: load float, ptr addrspace(2) %c, {{.*}}!alias.scope [[C]], !noalias [[A_B]]
  %z = load float, ptr addrspace(2) %c
; CHECK: store float %y, ptr addrspace(1) %b, {{.*}}!alias.scope [[B:![0-9]+]], !noalias [[NOT_B:![0-9]+]]
  store float %y, ptr addrspace(1) %b
; Copies reach both.
; CHECK: call void @llvm.memcpy{{.*}} !alias.scope [[A_B]], !noalias [[C]]
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %b, ptr addrspace(1) %at, i64 16, i1 false)
  br i1 %more, label %loop, label %end

end:
  ret void
}

declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)

; Arguments 0, 1 and 5, of which 1 is written.
; CHECK: attributes #0 = {{.*}}"weft-distinct-arguments"="35"{{.*}}"weft-written-arguments"="2"
attributes #0 = { "weft-kernel" "weft-distinct-buffers" }
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}
!3 = !{i32 5}

; CHECK-DAG: [[A]] = !{[[SCOPE_A:![0-9]+]]}
; CHECK-DAG: [[B]] = !{[[SCOPE_B:![0-9]+]]}
; CHECK-DAG: [[C]] = !{[[SCOPE_C:![0-9]+]]}
; CHECK-DAG: [[NOT_A]] = !{[[SCOPE_B]], [[SCOPE_C]]}
; CHECK-DAG: [[NOT_B]] = !{[[SCOPE_A]], [[SCOPE_C]]}
; CHECK-DAG: [[A_B]] = !{[[SCOPE_A]], [[SCOPE_B]]}
