; The end is the next lane's start, compared with the next trip's number, from the other side, in steps of two.
; RUN: weft-opt -weft-passes=fork-packets %s | FileCheck %s
; RUN: sed 's/icmp sge i32 %%end/icmp uge i32 %%end/' %s | weft-opt -weft-passes=fork-packets | FileCheck %s --check-prefix=LEFT
; RUN: sed 's/icmp sge i32 %%end/icmp samesign uge i32 %%end/' %s | weft-opt -weft-passes=fork-packets | FileCheck %s
; RUN: sed 's/= mul nsw i32 %%behind/= mul i32 %%behind/' %s | weft-opt -weft-passes=fork-packets | FileCheck %s --check-prefix=LEFT
; RUN: sed 's/= add nsw i32 %%i, 2/= add i32 %%i, 2/' %s | weft-opt -weft-passes=fork-packets | FileCheck %s --check-prefix=LEFT
; RUN: sed 's/= mul nsw i32 %%behind, %%n/= mul nsw i32 %%behind, %%id/' %s | weft-opt -weft-passes=fork-packets \
; RUN:   | FileCheck %s --check-prefix=LEFT
; CHECK: %[[BOUND:.*]] = sext i32 %n to i64
; CHECK: loop:
; CHECK: %[[TRIP:.*]] = phi i64 [ 0, %entry ], [ %{{.*}}, %loop ]
; CHECK: %[[TO_COME:.*]] = add nsw i64 %[[TRIP]], 2
; CHECK: %[[GOES:.*]] = icmp sle i64 %[[TO_COME]], %[[BOUND]]
; CHECK: br i1 %[[GOES]], label %loop, label %done
; LEFT-NOT: %trip
declare i32 @weft.local.id.0() memory(none)
declare void @body(i32)

define void @k(ptr %launch, ptr %group, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %n
  %behind = add nuw nsw i32 %id, 1
  %end = mul nsw i32 %behind, %n
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  call void @body(i32 %i)
  %next = add nsw i32 %i, 2
  %goes = icmp sge i32 %end, %next
  br i1 %goes, label %loop, label %done
done:
  ret void
}
