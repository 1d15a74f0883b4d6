; What each group does alike with local memory is looked at until a group has done it without meeting anyone. Where a
; place depends on memory, or a barrier on the group, each group is looked at.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
; RUN: sed 's/i32 %id, 1/i32 %x, 1/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=EACH
; RUN: sed 's/label %loop, label %loop/label %loop, label %end/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=EACH
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: %skips.alike = load i64
; CHECK: %[[LOOKS:.*]] = icmp eq i64 %skips.alike, 0
; CHECK: body:
; CHECK: br i1 %[[LOOKS]], label %[[NOTE:.*]], label
; CHECK: [[NOTE]]:
; CHECK: store i64 %own
; CHECK: store i32 7, ptr addrspace(3) %to
; CHECK-NEXT: br i1 %[[LOOKS]], label %[[AGAIN:.*]], label
; CHECK: [[AGAIN]]:
; CHECK: call void @weft.check.met
; EACH-LABEL: define void @k(
; EACH-NOT: skips.alike
; EACH: store i64 %own
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="races" {
entry:
  %group.id = load i64, ptr %group, align 8, !invariant.load !0
  %memory.at = getelementptr inbounds i8, ptr %group, i64 48
  %memory = load ptr, ptr %memory.at, align 8, !invariant.load !0
  %own.memory = addrspacecast ptr %memory to ptr addrspace(3), !weft.object !1
  br label %body

body:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !2
  %x = load i32, ptr addrspace(1) %a, align 4
  %id = call i32 @weft.local.id.0()
  %index = xor i32 %id, 1
  %to = getelementptr inbounds i32, ptr addrspace(3) %own.memory, i32 %index
  store i32 7, ptr addrspace(3) %to, align 4
  %is.first = icmp eq i64 %group.id, 0
  br i1 %is.first, label %loop, label %loop

loop:
  call void @weft.barrier()
  br label %end

end:
  ret void
}

declare i32 @weft.local.id.0()
declare void @weft.barrier() convergent

!0 = !{}
!1 = !{i32 3, i32 -1, i64 64}
!2 = !{i32 0}
