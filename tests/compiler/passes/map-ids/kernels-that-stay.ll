; Ids stay as they are where groups can't have the rows that the kernel divides them into, or where packets gain nothing
; by them. Each kernel differs in one thing from one whose ids become those of rows and columns, as in rows-of-27.ll.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/part-of-a-row.ll | FileCheck %t/part-of-a-row.ll
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/unknown-size.ll | FileCheck %t/unknown-size.ll
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/dimension-2.ll | FileCheck %t/dimension-2.ll
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/power-of-two.ll | FileCheck %t/power-of-two.ll
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/consecutive-elements.ll \
; RUN:   | FileCheck %t/consecutive-elements.ll

;--- part-of-a-row.ll
; 242 work-items are eight rows of 27 and part of a ninth.
; CHECK-LABEL: define void @stays_for_groups_with_part_of_a_row(
; CHECK: %row = udiv i32 %id, 27
; CHECK-NOT: "weft-delinearised"
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @stays_for_groups_with_part_of_a_row(ptr %launch, ptr %group, ptr addrspace(1) %a) "weft-kernel" "weft-local-size"="242,2,1" {
  %id = call i32 @weft.local.id.0()
  %row = udiv i32 %id, 27
  %column = urem i32 %id, 27
  %first = mul i32 %row, 81
  %index = add i32 %first, %column
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %sum = add i32 %value, %id
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

;--- unknown-size.ll
; Groups of any size may have parts of rows.
; CHECK-LABEL: define void @stays_for_groups_of_any_size(
; CHECK: %row = udiv i32 %id, 27
; CHECK-NOT: "weft-delinearised"
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @stays_for_groups_of_any_size(ptr %launch, ptr %group, ptr addrspace(1) %a) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %row = udiv i32 %id, 27
  %column = urem i32 %id, 27
  %first = mul i32 %row, 81
  %index = add i32 %first, %column
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %sum = add i32 %value, %id
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

;--- dimension-2.ll
; What is dimension 1 must become dimension 2, which has its own work-items here.
; CHECK-LABEL: define void @stays_where_dimension_2_is_in_use(
; CHECK: %row = udiv i32 %id, 27
; CHECK-NOT: "weft-delinearised"
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @stays_where_dimension_2_is_in_use(ptr %launch, ptr %group, ptr addrspace(1) %a) "weft-kernel" "weft-local-size"="243,1,2" {
  %id = call i32 @weft.local.id.0()
  %row = udiv i32 %id, 27
  %column = urem i32 %id, 27
  %first = mul i32 %row, 81
  %index = add i32 %first, %column
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %sum = add i32 %value, %id
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

;--- power-of-two.ll
; The analysis of packets sees through divisions by a power of two, which are shifts and masks.
; CHECK-LABEL: define void @stays_for_rows_of_a_power_of_two(
; CHECK: %row = udiv i32 %id, 32
; CHECK-NOT: "weft-delinearised"
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @stays_for_rows_of_a_power_of_two(ptr %launch, ptr %group, ptr addrspace(1) %a) "weft-kernel" "weft-local-size"="256,2,1" {
  %id = call i32 @weft.local.id.0()
  %row = udiv i32 %id, 32
  %column = urem i32 %id, 32
  %first = mul i32 %row, 81
  %index = add i32 %first, %column
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %sum = add i32 %value, %id
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

;--- consecutive-elements.ll
; Where work-items access the elements that their ids number, packets gather nothing. Rows would save the divisions of ids,
; which are a small part of the work, and leave lanes empty.
; CHECK-LABEL: define void @stays_for_consecutive_elements(
; CHECK: %column = urem i32 %id, 27
; CHECK-NOT: "weft-delinearised"
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @stays_for_consecutive_elements(ptr %launch, ptr %group, ptr addrspace(1) %a, float %by) "weft-kernel" "weft-local-size"="243,1,1" {
  %id = call i32 @weft.local.id.0()
  %column = urem i32 %id, 27
  %place = zext i32 %id to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load float, ptr addrspace(1) %at
  %once = fdiv float %value, %by
  %twice = fdiv float %once, %value
  %thrice = fdiv float %twice, %by
  %last = fdiv float %thrice, %once
  %again = fdiv float %last, %twice
  %more = fdiv float %again, %by
  %most = fdiv float %more, %last
  %all = fdiv float %most, %more
  store float %all, ptr addrspace(1) %at
  ret void
}
