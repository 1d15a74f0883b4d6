; After the memory checks, the groups that can't leave memory are the ones that don't look at marks, either: where no argument
; has any. Their code stays as it is, and so does the way of the others but for the looks.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK-DAG: %[[A:is.marked.*]] = icmp ne ptr %{{.*}}, null
; CHECK-DAG: %[[B:is.marked.*]] = icmp ne ptr %{{.*}}, null
; CHECK: %[[ONE:.*]] = or i1 %[[A]], %[[B]]
; CHECK: %[[NONE:is.none.marked.*]] = xor i1 %[[ONE]], true
; CHECK: %[[SAFE:.*]] = and i1 %{{.*}}, %[[NONE]]
; CHECK: br i1 %[[SAFE]], label %safe.groups, label %checked.groups, !prof
; CHECK: safe.groups:
; CHECK-NOT: br i1
; CHECK: ret void
; CHECK: checked.groups:
; CHECK: br i1 %is.within
; CHECK: br i1 %[[A]],
; CHECK: br i1 %is.within
; CHECK: br i1 %[[B]],
; CHECK: ret void
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  %b.at = getelementptr inbounds i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, align 8, !invariant.load !0, !weft.buffer !2
  br label %body

body:
  %id = call i32 @weft.local.id.0()
  %id.wide = zext i32 %id to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %id.wide
  %q = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %id.wide
  %number = load i32, ptr addrspace(1) %p, align 4
  store i32 %number, ptr addrspace(1) %q, align 4
  ret void
}

declare i32 @weft.local.id.0()

attributes #0 = { "weft-kernel" "weft-checks"="memory,values" }

!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}
