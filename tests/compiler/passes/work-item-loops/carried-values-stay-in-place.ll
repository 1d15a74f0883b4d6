; What a loop with barriers carries from trip to trip has one place: between the second barrier and the first one of the
; next trip nothing moves.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @carried(
; CHECK: .array = getelementptr
; CHECK-NOT: .array = getelementptr
; The first region writes it, the one with the sum reads and writes it, and the one around the loop neither.
; CHECK: region.0.x:
; CHECK: store float %sum{{.*}}, ptr
; CHECK: region.1.x:
; CHECK: %[[SUM:sum.*]] = load float, ptr
; CHECK: %[[NEXT:next.*]] = fmul float %[[SUM]], %[[SUM]]
; CHECK: store float %[[NEXT]], ptr
; CHECK: region.2.x:
; CHECK-NOT: store float %{{.*}}, ptr %{{.*}}, !llvm.access.group
; CHECK: attributes
define void @carried(ptr %launch, ptr %group, i32 %n) #0 {
entry:
  %id = call i32 @weft.local.id.0()
  %slot = getelementptr float, ptr %group, i32 %id
  %first = load float, ptr %slot
  br label %loop
loop:
  %sum = phi float [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  call void @weft.barrier()
  %next = fmul float %sum, %sum
  call void @weft.barrier()
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  store float %next, ptr %slot
  ret void
}

; CHECK-SAME: "weft-scratch-bytes"="4"
attributes #0 = { "weft-kernel" }
