; The code behind a loop with a barrier belongs to the region before the loop and to the one in it. Where such loops make
; more copies than there is kernel, each such meeting gets a barrier of its own: one region has what stands there.
; RUN: weft-opt -weft-passes="work-item-loops<1000>" %s | FileCheck %s --check-prefix=CUT
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s --check-prefix=WHOLE

declare void @weft.barrier()
declare void @first.behind(i32)
declare void @second.behind(i32)

; Once before and once in the first loop, and all that once more from the second's.
; WHOLE-COUNT-3: br label %{{.*}}, !weft.region.start
; WHOLE-NOT: !weft.region.start
; WHOLE-COUNT-2: call void @first.behind(
; WHOLE-NOT: call void @first.behind(
; CUT-COUNT-5: br label %{{.*}}, !weft.region.start
; CUT-NOT: !weft.region.start
; CUT-COUNT-1: call void @first.behind(
; CUT-NOT: call void @first.behind(
; CUT-COUNT-1: call void @second.behind(
; CUT-NOT: call void @second.behind(
; CUT-NOT: weft.barrier()
define void @k(ptr %launch, ptr %group, i32 %n) "weft-kernel" {
entry:
  br label %first.head

first.head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %first.body ]
  %i.more = icmp slt i32 %i, %n
  br i1 %i.more, label %first.body, label %first.exit

first.body:
  call void @weft.barrier()
  %i.next = add i32 %i, 1
  br label %first.head

first.exit:
  call void @first.behind(i32 1)
  call void @first.behind.more(i32 1)
  call void @first.behind.more(i32 2)
  call void @first.behind.more(i32 3)
  br label %second.head

second.head:
  %j = phi i32 [ 0, %first.exit ], [ %j.next, %second.body ]
  %j.more = icmp slt i32 %j, %n
  br i1 %j.more, label %second.body, label %second.exit

second.body:
  call void @weft.barrier()
  %j.next = add i32 %j, 1
  br label %second.head

second.exit:
  call void @second.behind(i32 1)
  ret void
}

declare void @first.behind.more(i32)
