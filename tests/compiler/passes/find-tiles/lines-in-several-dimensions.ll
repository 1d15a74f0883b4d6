; A transposition reads along dimension 0 and writes along dimension 1: its groups should be tiles.
; kernels-without-tiles.ll has those that gain nothing by tiles, samples.ll those that sample images.
; RUN: weft-opt -weft-passes=find-tiles %s | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define void @turn(
; CHECK: attributes #{{.*}} "weft-prefers-tiles"
define void @turn(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %w, i32 %h, i32 %group.x, i32 %group.y) "weft-kernel" {
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

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
