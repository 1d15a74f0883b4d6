; Groups needn't be tiles where neighbours along one dimension access the same lines in all accesses, or where their
; shape is fixed. Each kernel differs in one thing from the transposition of lines-in-several-dimensions.ll, whose
; groups should be tiles.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes=find-tiles %t/copy.ll | FileCheck %t/copy.ll
; RUN: weft-opt -weft-passes=find-tiles %t/rows.ll | FileCheck %t/rows.ll
; RUN: weft-opt -weft-passes=find-tiles %t/fixed-rows.ll | FileCheck %t/fixed-rows.ll

;--- copy.ll
; A copy reads and writes along dimension 0.
; CHECK-LABEL: define void @no_tiles_for_a_copy(
; CHECK: store float
; CHECK-NOT: weft-prefers-tiles
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @no_tiles_for_a_copy(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i32 %h, i32 %group.x, i32 %group.y) "weft-kernel" {
  %local.x = call i32 @weft.local.id.0()
  %local.y = call i32 @weft.local.id.1()
  %x = add nsw i32 %group.x, %local.x
  %y = add nsw i32 %group.y, %local.y
  %from.row = mul nsw i32 %y, %w
  %from.index = add nsw i32 %from.row, %x
  %from.offset = sext i32 %from.index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %from.offset
  %value = load float, ptr addrspace(1) %from
  %to.row = mul nsw i32 %y, %h
  %to.index = add nsw i32 %to.row, %x
  %to.offset = sext i32 %to.index to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %to.offset
  store float %value, ptr addrspace(1) %to
  ret void
}

;--- rows.ll
; A work-item that reads of its own row reads what all those beside it along dimension 1 read.
; CHECK-LABEL: define void @no_tiles_for_rows(
; CHECK: store float
; CHECK-NOT: weft-prefers-tiles
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @no_tiles_for_rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i32 %h, i32 %group.x, i32 %group.y) "weft-kernel" {
  %local.x = call i32 @weft.local.id.0()
  %local.y = call i32 @weft.local.id.1()
  %x = add nsw i32 %group.x, %local.x
  %y = add nsw i32 %group.y, %local.y
  %from.row = mul nsw i32 %x, %w
  %from.index = add nsw i32 %from.row, %h
  %from.offset = sext i32 %from.index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %from.offset
  %value = load float, ptr addrspace(1) %from
  %to.row = mul nsw i32 %x, %h
  %to.index = add nsw i32 %to.row, %y
  %to.offset = sext i32 %to.index to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %to.offset
  store float %value, ptr addrspace(1) %to
  ret void
}

;--- fixed-rows.ll
; Code for rows along dimension 0 has no groups of other shapes.
; CHECK-LABEL: define void @no_tiles_for_fixed_rows(
; CHECK: store float
; CHECK-NOT: weft-prefers-tiles
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @no_tiles_for_fixed_rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i32 %h, i32 %group.x, i32 %group.y) "weft-kernel" "weft-local-size"="0,1,1" {
  %local.x = call i32 @weft.local.id.0()
  %local.y = call i32 @weft.local.id.1()
  %x = add nsw i32 %group.x, %local.x
  %y = add nsw i32 %group.y, %local.y
  %from.row = mul nsw i32 %y, %w
  %from.index = add nsw i32 %from.row, %x
  %from.offset = sext i32 %from.index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %from.offset
  %value = load float, ptr addrspace(1) %from
  %to.row = mul nsw i32 %x, %h
  %to.index = add nsw i32 %to.row, %y
  %to.offset = sext i32 %to.index to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %to.offset
  store float %value, ptr addrspace(1) %to
  ret void
}
