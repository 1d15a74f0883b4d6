; Barriers stay where another packet may access the elements of the steps around them, or where too little is known of
; the accesses. Each kernel differs in one thing from two steps of steps.ll, whose barrier is marked.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="join-packet-regions" %t/two-packets.ll | FileCheck %t/two-packets.ll
; RUN: weft-opt -weft-passes="join-packet-regions" %t/unknown-distance.ll | FileCheck %t/unknown-distance.ll
; RUN: weft-opt -weft-passes="join-packet-regions" %t/device-memory.ll | FileCheck %t/device-memory.ll
; RUN: weft-opt -weft-passes="join-packet-regions" %t/volatile-load.ll | FileCheck %t/volatile-load.ll
; RUN: weft-opt -weft-passes="join-packet-regions" %t/unknown-call.ll | FileCheck %t/unknown-call.ll
; RUN: weft-opt -weft-passes="join-packet-regions" %t/unknown-size.ll | FileCheck %t/unknown-size.ll
; RUN: weft-opt -weft-passes="join-packet-regions" %t/two-objects.ll | FileCheck %t/two-objects.ll
; RUN: weft-opt -weft-passes="join-packet-regions" %t/single-work-item.ll | FileCheck %t/single-work-item.ll

;--- two-packets.ll
; In packets of eight, the elements of a step over a distance of 16 belong to another packet in the step over 4.
; CHECK-LABEL: define void @stays_for_steps_of_two_packets(
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_steps_of_two_packets(ptr addrspace(3) %array) "weft-kernel" "weft-schedule"="width=8" "weft-local-size"="64,1,1" {
  %local = call i32 @weft.local.id.0()
  %twice = shl i32 %local, 1
  %rest1 = and i32 %local, 15
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, 16
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %array, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  %a2 = load i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(3) %at2
  ret void
}

;--- unknown-distance.ll
; A distance that comes with the launch may lead to the elements of any packet.
; CHECK-LABEL: define void @stays_for_an_unknown_distance(
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_an_unknown_distance(ptr addrspace(3) %array, i32 %n) "weft-kernel" "weft-schedule"="width=16" "weft-local-size"="64,1,1" {
  %local = call i32 @weft.local.id.0()
  %twice = shl i32 %local, 1
  %rest1 = and i32 %local, 7
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, %n
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %array, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  %a2 = load i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(3) %at2
  ret void
}

;--- device-memory.ll
; A store to memory of the device may be meant for the work-items of other packets.
; CHECK-LABEL: define void @stays_for_a_store_to_device_memory(
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_store_to_device_memory(ptr addrspace(1) %device, ptr addrspace(3) %array) "weft-kernel" "weft-schedule"="width=16" "weft-local-size"="64,1,1" {
  %local = call i32 @weft.local.id.0()
  %twice = shl i32 %local, 1
  %rest1 = and i32 %local, 7
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, 8
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %array, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  %a2 = load i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(1) %device
  ret void
}

;--- volatile-load.ll
; A volatile load may read what any work-item stores.
; CHECK-LABEL: define void @stays_for_a_volatile_load(
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_volatile_load(ptr addrspace(3) %array) "weft-kernel" "weft-schedule"="width=16" "weft-local-size"="64,1,1" {
  %local = call i32 @weft.local.id.0()
  %twice = shl i32 %local, 1
  %rest1 = and i32 %local, 7
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, 8
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %array, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  %a2 = load volatile i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(3) %at2
  ret void
}

;--- unknown-call.ll
; A function of which nothing is known may access any element.
; CHECK-LABEL: define void @stays_for_an_unknown_call(
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare void @unknown()
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_an_unknown_call(ptr addrspace(3) %array) "weft-kernel" "weft-schedule"="width=16" "weft-local-size"="64,1,1" {
  %local = call i32 @weft.local.id.0()
  %twice = shl i32 %local, 1
  %rest1 = and i32 %local, 7
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, 8
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %array, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  call void @unknown()
  %a2 = load i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(3) %at2
  ret void
}

;--- unknown-size.ll
; The pass can't tell which work-items are a packet where it doesn't know the size of the group.
; CHECK-LABEL: define void @stays_for_an_unknown_size(
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_an_unknown_size(ptr addrspace(3) %array) "weft-kernel" "weft-schedule"="width=16" {
  %local = call i32 @weft.local.id.0()
  %twice = shl i32 %local, 1
  %rest1 = and i32 %local, 7
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, 8
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %array, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  %a2 = load i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(3) %at2
  ret void
}

;--- two-objects.ll
; Two pointers may point into one array, and so the two steps may access the same elements in any order.
; CHECK-LABEL: define void @stays_for_two_objects(
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_two_objects(ptr addrspace(3) %array, ptr addrspace(3) %other) "weft-kernel" "weft-schedule"="width=16" "weft-local-size"="64,1,1" {
  %local = call i32 @weft.local.id.0()
  %twice = shl i32 %local, 1
  %rest1 = and i32 %local, 7
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, 8
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %other, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  %a2 = load i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(3) %at2
  ret void
}

;--- single-work-item.ll
; One work-item may run the code behind a "weft-single" barrier alone for all others, up to the next barrier. This next
; barrier stays. The first one stays because an element in front of it is another packet's.
; CHECK-LABEL: define void @stays_behind_code_for_one_work_item(
; CHECK: call void @weft.barrier() {{#.*}}
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void
declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)
define void @stays_behind_code_for_one_work_item(ptr addrspace(3) %array) "weft-kernel" "weft-schedule"="width=16" "weft-local-size"="64,1,1" {
  %local = call i32 @weft.local.id.0()
  %far = xor i32 %local, 63
  %from = getelementptr i32, ptr addrspace(3) %array, i32 %far
  store i32 1, ptr addrspace(3) %from
  call void @weft.barrier() "weft-single"
  %twice = shl i32 %local, 1
  %rest1 = and i32 %local, 7
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, 8
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %array, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  %a2 = load i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(3) %at2
  ret void
}
