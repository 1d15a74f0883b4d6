; What a loop computes is used behind it by way of a phi at its exit.
; RUN: weft-opt -weft-passes=structurise %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: %[[SUM:.*]] = add i32 %{{.*}}, 3
; CHECK: [[EXIT:.*]]:
; CHECK-NEXT: %[[OUT:.*]] = phi i32 [ %[[SUM]], %loop ]
; CHECK-NEXT: store i32 %[[OUT]], ptr addrspace(1) %a
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 3
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store i32 %next, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "weft-kernel" }
