; A loop of barriers stays as it is where a copy for the last distances would not be of use. Each kernel differs in one
; thing from the loop of halved-distance.ll, which has such a copy.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="peel-power-of-two-loops" %t/constant-distance.ll | FileCheck %t/constant-distance.ll
; RUN: weft-opt -weft-passes="peel-power-of-two-loops" %t/quartered-distance.ll | FileCheck %t/quartered-distance.ll
; RUN: weft-opt -weft-passes="peel-power-of-two-loops" %t/distance-of-each-work-item.ll \
; RUN:   | FileCheck %t/distance-of-each-work-item.ll
; RUN: weft-opt -weft-passes="peel-power-of-two-loops" %t/short-distance.ll | FileCheck %t/short-distance.ll
; RUN: weft-opt -weft-passes="peel-power-of-two-loops" %t/device-memory.ll | FileCheck %t/device-memory.ll

;--- constant-distance.ll
; All distances are constants once unroll-loops has unrolled the loop.
; CHECK-LABEL: define void @stays_for_a_constant_distance(
; CHECK: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: br i1 %ends, label %end, label %loop
; CHECK-NOT: call void @weft.barrier()
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_constant_distance(ptr addrspace(3) %tile, ptr addrspace(1) %to, i32 %n) "weft-kernel" "weft-local-size"="64,1,1" {
entry:
  %local = call i32 @weft.local.id.0()
  br label %loop

loop:
  %distance = phi i32 [ 64, %entry ], [ %half, %loop ]
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

;--- quartered-distance.ll
; A distance that is quartered may leave out 16, from which the copy would begin.
; CHECK-LABEL: define void @stays_for_a_quartered_distance(
; CHECK: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: br i1 %ends, label %end, label %loop
; CHECK-NOT: call void @weft.barrier()
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_quartered_distance(ptr addrspace(3) %tile, ptr addrspace(1) %to, i32 %n) "weft-kernel" "weft-local-size"="64,1,1" {
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
  %half = lshr i32 %distance, 2
  %ends = icmp eq i32 %half, 0
  br i1 %ends, label %end, label %loop

end:
  store i32 %more, ptr addrspace(1) %to
  ret void
}

;--- distance-of-each-work-item.ll
; Work-items that have other distances come to 16 at other times.
; CHECK-LABEL: define void @stays_for_a_distance_of_each_work_item(
; CHECK: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: br i1 %ends, label %end, label %loop
; CHECK-NOT: call void @weft.barrier()
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_distance_of_each_work_item(ptr addrspace(3) %tile, ptr addrspace(1) %to, i32 %n) "weft-kernel" "weft-local-size"="64,1,1" {
entry:
  %local = call i32 @weft.local.id.0()
  br label %loop

loop:
  %distance = phi i32 [ %local, %entry ], [ %half, %loop ]
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

;--- short-distance.ll
; A distance below 16 never comes to 16.
; CHECK-LABEL: define void @stays_for_a_short_distance(
; CHECK: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: br i1 %ends, label %end, label %loop
; CHECK-NOT: call void @weft.barrier()
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_short_distance(ptr addrspace(3) %tile, ptr addrspace(1) %to, i32 %n) "weft-kernel" "weft-local-size"="64,1,1" {
entry:
  %local = call i32 @weft.local.id.0()
  %few = and i32 %n, 15
  br label %loop

loop:
  %distance = phi i32 [ %few, %entry ], [ %half, %loop ]
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

;--- device-memory.ll
; Only steps in local memory gain by constant distances, where packets exchange elements in registers.
; CHECK-LABEL: define void @stays_for_device_memory(
; CHECK: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: br i1 %ends, label %end, label %loop
; CHECK-NOT: call void @weft.barrier()
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_device_memory(ptr addrspace(1) %tile, ptr addrspace(1) %to, i32 %n) "weft-kernel" "weft-local-size"="64,1,1" {
entry:
  %local = call i32 @weft.local.id.0()
  br label %loop

loop:
  %distance = phi i32 [ %n, %entry ], [ %half, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @weft.barrier()
  %place = xor i32 %local, %distance
  %address = getelementptr i32, ptr addrspace(1) %tile, i32 %place
  %other = load i32, ptr addrspace(1) %address
  %more = add i32 %sum, %other
  %half = lshr i32 %distance, 1
  %ends = icmp eq i32 %half, 0
  br i1 %ends, label %end, label %loop

end:
  store i32 %more, ptr addrspace(1) %to
  ret void
}
