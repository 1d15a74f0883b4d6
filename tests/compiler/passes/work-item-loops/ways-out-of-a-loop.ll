; Work-items leave the loop in one of two ways, whose constants meet in one phi behind it: each keeps its own across the
; barrier.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: "weft-scratch-bytes"="4"
define void @k(ptr %launch, ptr %group, ptr addrspace(3) %p, i32 %n) #0 {
entry:
  %id = call i32 @weft.local.id.0()
  br label %head
head:
  %counter = phi i32 [ 0, %entry ], [ %next, %again ]
  %more = icmp ult i32 %counter, %n
  br i1 %more, label %body, label %done
body:
  %is.found = icmp eq i32 %id, 7
  br i1 %is.found, label %done, label %again
again:
  %next = add i32 %counter, 1
  br label %head
done:
  %way = phi i32 [ 1, %head ], [ 2, %body ]
  call void @weft.barrier()
  %own.id = call i32 @weft.local.id.0()
  %slot = getelementptr i32, ptr addrspace(3) %p, i32 %own.id
  store i32 %way, ptr addrspace(3) %slot
  ret void
}

attributes #0 = { "weft-kernel" }
