; An index from memory is not taken to be consecutive, nor is a row of unknown width.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @fromMemory(
; CHECK: %[[MASK:.*]] = call <8 x i1> @weft.packet.mask.8()
; CHECK-NOT: {{icmp|br i1}}
; CHECK: %[[INDICES:.*]] = call <8 x i64> @llvm.masked.load.v8i64.p1(
; CHECK-NOT: {{icmp|br i1}}
; CHECK: %[[FROM:.*]] = getelementptr i32, ptr addrspace(1) %a, <8 x i64> %[[INDICES]]
; CHECK-NOT: {{icmp|br i1}}
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p1({{.*}} %[[FROM]], <8 x i1> %[[MASK]]
; CHECK-NOT: {{icmp|br i1}}
; CHECK: %[[ROWS:.*]] = mul <8 x i64>
; CHECK-NOT: {{icmp|br i1}}
; CHECK: %[[TO:.*]] = getelementptr i32, ptr addrspace(1) %a, <8 x i64> %[[ROWS]]
; CHECK-NOT: {{icmp|br i1}}
; CHECK: call void @llvm.masked.scatter.v8i32.v8p1({{.*}} %[[TO]], <8 x i1> %[[MASK]])
; CHECK-NOT: {{icmp|br i1}}
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
