; An index from memory is not taken to be consecutive, nor is a row of unknown width.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @fromMemory(
; CHECK-NOT: icmp eq <8 x
; CHECK: ret void
define void @fromMemory(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %pitch) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr i64, ptr addrspace(1) %b, i64 %place
  %index = load i64, ptr addrspace(1) %at
  %from = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %v = load i32, ptr addrspace(1) %from
  %row = mul i64 %place, %pitch
  %column = getelementptr i32, ptr addrspace(1) %a, i64 %row
  store i32 %v, ptr addrspace(1) %column
  ret void
}
