; Elements that become a longer number: one without a value leaves the others theirs.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @number(
; CHECK: %[[BYTES:.*]] = freeze <16 x i8>
; CHECK: bitcast <16 x i8> %[[BYTES]] to <4 x i32>
define void @number(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %from = getelementptr i8, ptr addrspace(1) %a, i64 %place
  %x = load i8, ptr addrspace(1) %from
  %one = insertelement <4 x i8> poison, i8 %x, i64 0
  %two = insertelement <4 x i8> %one, i8 7, i64 1
  %bits = bitcast <4 x i8> %two to i32
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %place
  store i32 %bits, ptr addrspace(1) %to
  ret void
}
