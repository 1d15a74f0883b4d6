; The counter of a loop with a barrier is the same for all work-items: one register for the group, no scratch; the
; region behind the barrier goes on to itself or to the end, as its last work-item says.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: region.1:
; CHECK-NEXT: %[[COUNTER:.*]] = phi i32 [ {{.*}}, %region.1.end ], [ {{.*}}, %region.0.end ]
; CHECK: region.1.end:
; CHECK-NEXT: %[[AGAIN:.*]] = icmp eq i32 %{{.*}}, 1
; CHECK-NEXT: br i1 %[[AGAIN]], label %region.1, label %end
; CHECK: %[[NEXT:.*]] = add i32 %[[COUNTER]], 1
; CHECK: %[[MORE:.*]] = icmp ult i32 %[[NEXT]], %n
define void @k(ptr %launch, ptr %group, ptr addrspace(3) %p, i32 %n) #0 {
entry:
  %id = call i32 @weft.local.id.0()
  %slot = getelementptr i32, ptr addrspace(3) %p, i32 %id
  br label %loop
loop:
  %counter = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %counter, ptr addrspace(3) %slot
  call void @weft.barrier()
  %next = add i32 %counter, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

attributes #0 = { "weft-kernel" }
; CHECK: "weft-scratch-bytes"="0"
