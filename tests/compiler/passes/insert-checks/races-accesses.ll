; Accesses to global and local memory look into the shadow, and note themselves there; private ones don't. Where there
; are other orders than barriers the checker is told of each, and of each barrier with what it orders.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
; RUN: sed 's/^; fence/  fence/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=CALL
target triple = "spir64"

; CHECK: @weft.check.sites = private constant [1 x ptr] [ptr @weft.check.site]

; CHECK-LABEL: define void @k(
; CHECK: call ptr @weft.check.shadow()
; CHECK: body:
; What is there is read afresh, and others' words are looked at behind the fence.
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: load i64, ptr %[[WORD:.*]], align 8
; CHECK-NEXT: store i64 %own, ptr %[[WORD]], align 8
; CHECK-NEXT: fence seq_cst
; CHECK-NOT: atomicrmw
; CHECK: br i1
; CHECK: call void @weft.check.met(ptr @weft.check.site, {{.*}}, i64 7, i64 %{{.*}}, ptr @weft.check.sites)
; CHECK: store i32 7, ptr addrspace(1) %a
; CHECK: %[[AGAIN:.*]] = load i64
; CHECK: call void @weft.check.met({{.*}}, i64 %[[AGAIN]], ptr @weft.check.sites)
; CHECK-NOT: weft.check.met
; CHECK: store i32 8, ptr %mine
; CHECK-NOT: weft.check.access
; CHECK: call void @weft.barrier()
; CHECK: attributes #{{.*}} = {{.*}}"weft-shadows"="1"

; The barrier's site has the flags of its fence.
; CALL: @[[BARRIER:.*]] = private constant {{.*}}, i32 6, i32 0, i32 -1, i32 1, i32 1, i32 1, i32 0, i32 0 }
; CALL-LABEL: define void @k(
; CALL: %[[TO:.*]] = ptrtoint ptr addrspace(1) %a to i64
; CALL: call void @weft.check.access(ptr @{{.*}}, i64 %{{.*}}, i64 %[[TO]], i64 7)
; CALL-NEXT: store i32 7, ptr addrspace(1) %a
; CALL-NOT: weft.check.access
; CALL: store i32 8, ptr %mine
; CALL: call void @weft.check.access(ptr @[[BARRIER]], {{.*}}, i64 0, i64 0, i64 0)
; CALL-NEXT: call void @weft.barrier()
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="races" {
entry:
  %mine = alloca i32, align 4
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  br label %body

body:
  store i32 7, ptr addrspace(1) %a, align 4
  store i32 8, ptr %mine, align 4
  call void @weft.barrier(), !weft.fences !2
; fence seq_cst
  ret void
}

declare void @weft.barrier() convergent

!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}
