; A dimension in which groups have one work-item has no loop: what runs once is not counted.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
; RUN: sed 's/"64,1,1"/"16,4,1"/' %s | weft-opt -weft-passes="work-item-loops" | FileCheck %s --check-prefix=ROWS
; RUN: sed 's/"weft-local-size"="64,1,1"//' %s | weft-opt -weft-passes="work-item-loops" | FileCheck %s --check-prefix=ANY
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()

; CHECK-LABEL: define void @k(
; CHECK-NOT: = phi
; CHECK: %x = phi i32
; CHECK-NOT: = phi
; CHECK: weft.packet.loop
; CHECK: mul i32 0, 10
; CHECK-NOT: weft.row.loop
; ROWS-LABEL: define void @k(
; ROWS-NOT: %z = phi
; ROWS-DAG: %y = phi i32
; ROWS-DAG: %x = phi i32
; ROWS-DAG: weft.row.loop
; ANY-LABEL: define void @k(
; ANY-DAG: %z = phi i32
; ANY-DAG: %y = phi i32
; ANY-DAG: %x = phi i32
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %to) "weft-kernel" "weft-local-size"="64,1,1" {
  %id = call i32 @weft.local.id.0()
  %row = call i32 @weft.local.id.1()
  %first = mul i32 %row, 10
  %index = add i32 %first, %id
  %p = getelementptr i32, ptr addrspace(1) %to, i32 %index
  store i32 %id, ptr addrspace(1) %p, align 4
  ret void
}
