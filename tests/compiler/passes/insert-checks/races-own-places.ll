; Where each work-item has a place for itself nothing is noted, and nobody told: whether it has depends on the launch's
; sizes.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
; RUN: sed 's/mul nsw i32 %id, 2/and i32 %id, 2/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=OTHER
; RUN: sed 's/^  %behind = /  fence release\n&/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=TOLD
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: icmp eq i64 %{{.*}}, 1
; CHECK: icmp eq i64 %{{.*}}, 1
; CHECK: %[[NOT:.*]] = xor i1 %{{.*}}, true
; CHECK-NEXT: br i1 %[[NOT]], label %[[NOTE:.*]], label
; CHECK: [[NOTE]]:
; CHECK: load i64
; CHECK: store i64 %own
; OTHER: store i64 %own
; OTHER-NOT: xor i1
; TOLD: %[[NOT:.*]] = xor i1 %{{.*}}, true
; TOLD-NEXT: br i1 %[[NOT]], label %[[TELL:.*]], label
; TOLD: [[TELL]]:
; TOLD: call void @weft.check.access(
; TOLD: br label
; TOLD: store i32 7
; TOLD: fence release
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="races" {
entry:
  %group.id = load i64, ptr %group, align 8, !invariant.load !0
  %size.at = getelementptr inbounds i8, ptr %launch, i64 56
  %size = load i64, ptr %size.at, align 8, !invariant.load !0
  %first = mul nuw nsw i64 %group.id, %size
  %offset.at = getelementptr inbounds i8, ptr %launch, i64 8
  %offset = load i64, ptr %offset.at, align 8, !invariant.load !0
  %base.wide = add nuw nsw i64 %first, %offset
  %base = trunc i64 %base.wide to i32
  br label %body

body:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  %local.id = call i32 @weft.local.id.0()
  %id = add nuw nsw i32 %base, %local.id
  %twice = mul nsw i32 %id, 2
  %index = sext i32 %twice to i64
  %to = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %index
  store i32 7, ptr addrspace(1) %to, align 4
  %behind = getelementptr inbounds i32, ptr addrspace(1) %to, i64 1
  store i32 8, ptr addrspace(1) %behind, align 4
  ret void
}

declare i32 @weft.local.id.0()

!0 = !{}
!1 = !{i32 0}
