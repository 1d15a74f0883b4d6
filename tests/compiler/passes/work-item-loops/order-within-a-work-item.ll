; Iterations are parallel, but a store between loads of neighbouring elements, which it may write, is not marked: LLVM's
; vectoriser would make one access of the loads.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
; Where the store is known to be apart, all are marked.
; RUN: sed 's/;apart/, !noalias/' %s | weft-opt -weft-passes="work-item-loops" | FileCheck %s --check-prefix=APART
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: load i32, {{.*}}!llvm.access.group
; CHECK: store i32 %x{{.*}}, ptr addrspace(1) %to
; CHECK-NOT: !llvm.access.group
; CHECK: load i32, {{.*}}!llvm.access.group
; CHECK: store i32 %y{{.*}}, {{.*}}!llvm.access.group

; APART-LABEL: define void @k(
; APART: load i32, {{.*}}!llvm.access.group
; APART: store i32 %x{{.*}}, {{.*}}!llvm.access.group
; APART: load i32, {{.*}}!llvm.access.group
define void @k(ptr %launch, ptr %group) #0 {
  %args = load ptr, ptr %launch, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %slot = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %slot, !invariant.load !0
  %id = call i32 @weft.local.id.0()
  %pair = shl nuw nsw i32 %id, 1
  %first = zext nneg i32 %pair to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %first
  %x = load i32, ptr addrspace(1) %p, !alias.scope !1
  %to = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %first
  store i32 %x, ptr addrspace(1) %to ;apart !1
  %q = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %y = load i32, ptr addrspace(1) %q, !alias.scope !1
  %behind = getelementptr inbounds i32, ptr addrspace(1) %b, i64 4096
  store i32 %y, ptr addrspace(1) %behind ;apart !1
  ret void
}

declare i32 @weft.local.id.0()

attributes #0 = { "weft-kernel" }
!0 = !{}
!1 = !{!2}
!2 = !{!"a", !3}
!3 = !{!"domain"}
