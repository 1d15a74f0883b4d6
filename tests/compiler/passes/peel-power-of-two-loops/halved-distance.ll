; A loop of barriers over a distance that is halved from an unknown number has a copy from 16 on, which unroll-loops
; makes steps over constant distances of. What goes through the loop goes on in the copy, and both ways meet behind it.
; RUN: weft-opt -weft-passes="peel-power-of-two-loops" %s | FileCheck %s
; RUN: weft-opt -weft-passes="peel-power-of-two-loops,unroll-loops" %s | FileCheck %s --check-prefix=UNROLLED
; A distance with a sign is halved like any other, be the local size known or not.
; RUN: sed 's/"weft-local-size"="64,1,1"//' %s | weft-opt -weft-passes="peel-power-of-two-loops" - | FileCheck %s
; RUN: sed 's/lshr i32 %distance, 1/ashr i32 %distance, 1/' %s | weft-opt -weft-passes="peel-power-of-two-loops" - \
; RUN:   | FileCheck %s
; loops-that-stay.ll has other distances.

; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK-NEXT: %distance = phi i32
; CHECK-NEXT: %sum = phi i32
; CHECK-NEXT: [[SHORT:%.+]] = icmp eq i32 %distance, 16
; CHECK-NEXT: br i1 [[SHORT]], label %[[BEGIN:.+]], label %{{.+}}
; CHECK: call void @weft.barrier()
; CHECK: [[BEGIN]]:
; CHECK: phi i32 [ 16, %[[BEGIN]] ]
; CHECK-NEXT: phi i32 [ %sum, %[[BEGIN]] ]
; CHECK: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: phi i32 [ %{{.+}}, %{{.+}} ], [ %{{.+}}, %{{.+}} ]
; CHECK: ret void
; UNROLLED-LABEL: define void @k(
; UNROLLED: %distance = phi i32
; UNROLLED-COUNT-6: call void @weft.barrier()
; UNROLLED-NOT: call void @weft.barrier()
; UNROLLED: ret void

declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(3) %tile, ptr addrspace(1) %to, i32 %n) "weft-kernel" "weft-local-size"="64,1,1" {
entry:
  %local = call i32 @weft.local.id.0()
  br label %loop

loop:
  %distance = phi i32 [ %n, %entry ], [ %half, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @weft.barrier()
  %place = xor i32 %local, %distance
  %address = getelementptr i32, ptr addrspace(3) %tile, i32 %place
  %other = load i32, ptr addrspace(3) %address
  %more = add i32 %sum, %other
  %half = lshr i32 %distance, 1
  %ends = icmp eq i32 %half, 0
  br i1 %ends, label %end, label %loop

end:
  store i32 %more, ptr addrspace(1) %to
  ret void
}
