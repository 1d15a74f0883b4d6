; Packets follow dimension 0 where nothing is gained by another, or where the kernel can tell which work-items are
; together. Each kernel differs in one thing from that of rows-by-dimension-0.ll, whose dimensions change places.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/better-dimension.ll \
; RUN:   | FileCheck %t/better-dimension.ll
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/part-of-a-packet.ll \
; RUN:   | FileCheck %t/part-of-a-packet.ll
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/fixed-rows.ll | FileCheck %t/fixed-rows.ll
; RUN: weft-opt -weft-passes="fork-packets,packetise<8>" %t/sub-groups.ll | FileCheck %t/sub-groups.ll

;--- better-dimension.ll
; Where dimension 0 numbers the columns, its work-items access elements that lie one behind the other.
; CHECK-LABEL: define void @stays_where_dimension_0_is_better(
; CHECK: %x = call i32 @weft.local.id.0()
; CHECK-NEXT: %y = call i32 @weft.local.id.1()
; CHECK-NOT: "weft-packet-dimension"
; CHECK-NOT: "weft-gains-by-size"
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @stays_where_dimension_0_is_better(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) "weft-kernel" "weft-local-size"="8,64,1" {
entry:
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %first = mul i32 %y, %width
  %index = add i32 %first, %x
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %more = add i32 %value, 1
  store i32 %more, ptr addrspace(1) %at
  ret void
}

;--- part-of-a-packet.ll
; Rows of 63 work-items along dimension 1 would leave a lane empty.
; CHECK-LABEL: define void @stays_for_rows_with_part_of_a_packet(
; CHECK: %x = call i32 @weft.local.id.0()
; CHECK-NEXT: %y = call i32 @weft.local.id.1()
; CHECK-NOT: "weft-packet-dimension"
; CHECK-NOT: "weft-gains-by-size"
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @stays_for_rows_with_part_of_a_packet(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) "weft-kernel" "weft-local-size"="8,63,1" {
entry:
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %first = mul i32 %x, %width
  %index = add i32 %first, %y
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %more = add i32 %value, 1
  store i32 %more, ptr addrspace(1) %at
  ret void
}

;--- fixed-rows.ll
; Code for rows along dimension 0 has one work-item along dimension 1.
; CHECK-LABEL: define void @stays_for_fixed_rows(
; CHECK: %x = call i32 @weft.local.id.0()
; CHECK-NEXT: %y = call i32 @weft.local.id.1()
; CHECK-NOT: "weft-packet-dimension"
; CHECK-NOT: "weft-gains-by-size"
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @stays_for_fixed_rows(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) "weft-kernel" "weft-local-size"="0,1,1" {
entry:
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %first = mul i32 %x, %width
  %index = add i32 %first, %y
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %more = add i32 %value, 1
  store i32 %more, ptr addrspace(1) %at
  ret void
}

;--- sub-groups.ll
; A kernel with sub-groups can tell which work-items are in one, and these follow dimension 0.
; CHECK-LABEL: define void @stays_for_sub_groups(
; CHECK: %x = call i32 @weft.local.id.0()
; CHECK: %y = call i32 @weft.local.id.1()
; CHECK-NOT: "weft-packet-dimension"
; CHECK-NOT: "weft-gains-by-size"
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @stays_for_sub_groups(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) "weft-kernel" "weft-sub-groups" "weft-sub-group-size"="8" "weft-local-size"="8,64,1" {
entry:
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %first = mul i32 %x, %width
  %index = add i32 %first, %y
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %more = add i32 %value, 1
  store i32 %more, ptr addrspace(1) %at
  ret void
}
