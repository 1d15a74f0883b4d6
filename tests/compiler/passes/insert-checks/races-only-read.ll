; Of a buffer that is only read nobody is told where the launch has buffers apart; the code says so that it relies on that.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
; RUN: sed 's/"weft-distinct-buffers"//' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=BOTH
; RUN: sed 's/ptr addrspace(1) %b, align 4, !tbaa/ptr addrspace(1) %unknown, align 4, !tbaa/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=UNKNOWN
; RUN: sed '/store i32/d' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=NONE
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK-NOT: weft.check.met
; CHECK: load i32, ptr addrspace(1) %a
; CHECK: call void @weft.check.met(
; CHECK: store i32 %x, ptr addrspace(1) %b
; CHECK: attributes #{{.*}} = {{.*}}"weft-distinct-arguments"="3"{{.*}}"weft-written-arguments"="2"
; BOTH: body:
; BOTH: call void @weft.check.met(
; BOTH: load i32, ptr addrspace(1) %a
; BOTH: call void @weft.check.met(
; BOTH: store i32 %x, ptr addrspace(1) %b
; BOTH-NOT: weft-distinct-arguments
; UNKNOWN: call void @weft.check.access(
; UNKNOWN-NEXT: load i32, ptr addrspace(1) %a
; UNKNOWN: call void @weft.check.access(
; UNKNOWN-NEXT: store i32
; UNKNOWN: call void @weft.check.access(
; UNKNOWN-NEXT: call void @weft.barrier()
; UNKNOWN-NOT: weft-distinct-arguments
; NONE-NOT: call void @weft.check
; NONE: ret void
; NONE-NOT: weft-distinct-arguments
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  %b.at = getelementptr inbounds i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, align 8, !invariant.load !0, !weft.buffer !2
  br label %body

body:
  %unknown = inttoptr i64 64 to ptr addrspace(1)
  %x = load i32, ptr addrspace(1) %a, align 4
  store i32 %x, ptr addrspace(1) %b, align 4, !tbaa !3
  call void @weft.barrier()
  ret void
}

declare void @weft.barrier() convergent

attributes #0 = { "weft-kernel" "weft-checks"="races" "weft-distinct-buffers" }

!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !5}
!5 = !{!"root"}
