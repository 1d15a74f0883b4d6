; After so many instructions of straight code a region ends, but neither in a loop, nor where only some work-items come.
; RUN: weft-opt -weft-passes="work-item-loops<4>" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare void @f(i32)

; CHECK-LABEL: define void @k(
; CHECK-NOT: weft.barrier
; CHECK-DAG: region.1:
; CHECK-DAG: region.2:
; CHECK-NOT: region.3:
define void @k(ptr %launch, ptr %group, i32 %n) "weft-kernel" {
entry:
  call void @f(i32 1)
  call void @f(i32 2)
  call void @f(i32 3)
  call void @f(i32 4)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  call void @f(i32 5)
  call void @f(i32 6)
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %behind

behind:
  %id = call i32 @weft.local.id.0()
  %some = icmp slt i32 %id, %n
  br i1 %some, label %guarded, label %end

guarded:
  call void @f(i32 7)
  call void @f(i32 8)
  call void @f(i32 9)
  call void @f(i32 10)
  call void @f(i32 11)
  br label %end

end:
  ret void
}
