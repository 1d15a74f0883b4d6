; What is the same for all work-items, and which region follows, is taken from the packet that ends the last row: a full
; one or the rest behind it.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="20,1,1"/' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s --check-prefix=KNOWN
declare i32 @weft.local.id.0()
declare void @weft.barrier()
declare i32 @read.next(i32) memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define void @k(
; CHECK: region.1.y.latch:
; CHECK-DAG: phi i32 [ %[[NEXT_FULL:next.*]], %region.1.x.done ], [ %[[NEXT_REST:next.*]], %region.1.rest.done ]
; CHECK-DAG: phi i32 [ %[[ROUND_FULL:round.*]], %region.1.x.done ], [ %[[ROUND_REST:round.*]], %region.1.rest.done ]
; CHECK: region.1.x.latch:
; CHECK-DAG: %[[NEXT_FULL]] = phi i32 [ 0, %{{.*}} ], [ 1, %{{.*}} ]
; CHECK-DAG: %[[ROUND_FULL]] = phi i32
; CHECK: region.1.rest.done:
; CHECK-DAG: %[[NEXT_REST]] = phi i32 [ 0, %{{.*}} ], [ 1, %{{.*}} ]
; CHECK-DAG: %[[ROUND_REST]] = phi i32

; The rest always follows.
; KNOWN-LABEL: define void @k(
; KNOWN: region.1:
; KNOWN: phi i32 [ %[[ROUND:round.*]], %region.1.end ], [ %{{.*}}, %region.0.end ]
; KNOWN: region.1.end:
; KNOWN: icmp eq i32 %[[NEXT:next.*]], 1
; KNOWN: region.1.rest.done:
; KNOWN-DAG: %[[NEXT]] = phi i32 [ 0, %{{.*}} ], [ 1, %{{.*}} ]
; KNOWN-DAG: %[[ROUND]] = phi i32
define void @k(ptr %launch, ptr %group, i32 %n) #0 {
entry:
  br label %head
head:
  %round = phi i32 [ 0, %entry ], [ %round.next, %behind ]
  call void @weft.barrier()
  br label %behind
behind:
  %seen = call i32 @read.next(i32 %round)
  %round.next = add i32 %round, 1
  %again = icmp ult i32 %round.next, %n
  br i1 %again, label %head, label %end
end:
  ret void
}
attributes #0 = { "weft-kernel" "weft-packet-width"="16" }
