; Accesses to global and local memory, and barriers with what they order, are told of; private ones are not.
; RUN: weft-opt -weft-passes="check-races" %s | FileCheck %s
target triple = "spir64"

; The barrier's site has the flags of its fence.
; CHECK: @[[BARRIER:.*]] = private constant {{.*}}, i32 6, i32 0, i32 -1, i32 1, i32 1, i32 1, i32 0, i32 0 }

; CHECK-LABEL: define void @k(
; CHECK: %[[TO:.*]] = ptrtoint ptr addrspace(1) %a to i64
; CHECK: call void @weft.check.access(ptr @{{.*}}, i64 %{{.*}}, i64 %[[TO]], i64 7)
; CHECK-NEXT: store i32 7, ptr addrspace(1) %a
; CHECK-NOT: weft.check.access
; CHECK: store i32 8, ptr %mine
; CHECK: call void @weft.check.access(ptr @[[BARRIER]], {{.*}}, i64 0, i64 0, i64 0)
; CHECK-NEXT: call void @weft.barrier()
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
  ret void
}

declare void @weft.barrier() convergent

!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}
