; A loop over a piece of a range, as long for all lanes of a packet, asks a counter of trips whether it goes on.
; RUN: weft-opt -weft-passes=fork-packets %s | FileCheck %s
; RUN: sed 's/= add nsw i32 %%first, %%n/= add i32 %%first, %%n/' %s | weft-opt -weft-passes=fork-packets \
; RUN:   | FileCheck %s --check-prefix=LEFT
; LEFT-NOT: %trip
declare i32 @weft.local.id.0() memory(none)
declare void @body(i32)

; The end is the start and what all lanes have in common.
; CHECK-LABEL: define void @ahead(
; CHECK: %[[FIRST:.*]] = mul nsw i32 %id, %n
; CHECK: %[[BOUND:.*]] = sext i32 %n to i64
; CHECK: loop:
; CHECK: %[[TRIP:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %more ]
; CHECK: %[[GOES:.*]] = icmp slt i64 %[[TRIP]], %[[BOUND]]
; CHECK: br i1 %[[GOES]], label %more, label %done
; CHECK: %[[NEXT]] = add nsw i64 %[[TRIP]], 1
define void @ahead(ptr %launch, ptr %group, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %n
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %more ]
  %end = add nsw i32 %first, %n
  %goes = icmp slt i32 %i, %end
  br i1 %goes, label %more, label %done
more:
  call void @body(i32 %i)
  %next = add nsw i32 %i, 1
  br label %loop
done:
  ret void
}
