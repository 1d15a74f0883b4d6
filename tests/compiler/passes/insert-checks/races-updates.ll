; A read whose place the work-item writes next isn't noted: it only looks for others' writes. The write looks for no
; readers, as there are no others, and its site says that it is such a one.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
; RUN: sed 's/^; barrier/  call void @weft.barrier()/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=NOTED
target triple = "spir64"

; CHECK: @[[WRITE:.*]] = private constant {{.*}}, i32 1, i32 1, i32 0, i32 4, i32 4, i32 4, i32 0, i32 1 }
; CHECK-LABEL: define void @k(
; CHECK: body:
; CHECK-NOT: store i64
; CHECK: call void @weft.check.met
; CHECK: %old = load i32, ptr addrspace(1) %from
; CHECK: store i64 %own
; CHECK-NEXT: fence seq_cst
; CHECK-NOT: %reader
; CHECK: call void @weft.check.met(ptr @[[WRITE]]
; CHECK: store i32 %new, ptr addrspace(1) %to
; NOTED-LABEL: define void @k(
; NOTED: store i64 %own
; NOTED-NEXT: fence seq_cst
; NOTED: %writer = load i64
; NOTED: %old = load i32, ptr addrspace(1) %from
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="races" {
entry:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  br label %body

body:
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  %id = call i32 @weft.local.id.0()
  %index = xor i32 %id, 1
  %from = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %index
  %old = load i32, ptr addrspace(1) %from, align 4
  %new = add i32 %old, 1
  %is.odd = icmp ult i32 %old, 5
  br i1 %is.odd, label %left, label %right

left:
  br label %both

right:
; barrier
  br label %both

both:
  %index.again = xor i32 %id, 1
  %to = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %index.again
  store i32 %new, ptr addrspace(1) %to, align 4
  ret void
}

declare i32 @weft.local.id.0()
declare void @weft.barrier() convergent

!0 = !{}
!1 = !{i32 0}
