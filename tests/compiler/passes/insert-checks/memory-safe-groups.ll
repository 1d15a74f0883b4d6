; Groups that can't leave memory have code that doesn't ask: ids go to the local size, and loops and what is under a
; condition to the bound there.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: entry:
; The number of trips is the bound of the loop, less one: the last index.
; CHECK-DAG: %[[TRIPS:.*]] = sext i32 %n to i64
; CHECK-DAG: sub i64 %[[TRIPS]], 1
; CHECK-DAG: %[[SIZE:local.size.0.*]] = load i64, ptr
; CHECK-DAG: sub i64 %[[SIZE]], 1
; CHECK: br i1 %{{.*}}, label %safe.groups, label %checked.groups, !prof
; CHECK: safe.groups:
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NOT: weft.check
; CHECK: checked.groups:
; CHECK-NEXT: call void @weft.barrier()
; CHECK: call void @weft.check.report(
; CHECK: call void @weft.check.report(
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  %n.at = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i32, ptr %n.at, align 4, !invariant.load !0
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %goes = icmp slt i32 %i, %n
  br i1 %goes, label %body, label %behind

body:
  %i.wide = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i.wide
  store i32 %i, ptr addrspace(1) %p, align 4
  %next = add nsw i32 %i, 1
  br label %head

behind:
  %id = call i32 @weft.local.id.0()
  %id.wide = zext i32 %id to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %id.wide
  store i32 1, ptr addrspace(1) %q, align 4
  ret void
}

declare i32 @weft.local.id.0()

attributes #0 = { "weft-kernel" "weft-checks"="memory" }

!0 = !{}
!1 = !{i32 0}
