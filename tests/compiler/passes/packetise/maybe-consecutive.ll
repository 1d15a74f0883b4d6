; Where an index is computed from ids but has no constant stride, a packet looks whether its lanes' places lie one behind
; the other, and accesses them together if so.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define void @clamped(
; CHECK: %[[MASK:.*]] = call <8 x i1> @weft.packet.mask.8()
; CHECK: %[[INDICES:.*]] = call <8 x i32> @llvm.smin.v8i32
; CHECK: %[[PLACES:.*]] = getelementptr i32, ptr addrspace(1) %a, <8 x i64>
; CHECK: %[[NEAR:.*]] = extractelement <8 x i32> %[[INDICES]], i64 0
; CHECK: %[[IN_ROW:.*]] = add i32 %[[NEAR]], %n
; CHECK: %[[INDEX:.*]] = sext i32 %[[IN_ROW]] to i64
; CHECK: getelementptr i32, ptr addrspace(1) %a, i64 %[[INDEX]]
; CHECK: %[[FIRST:.*]] = extractelement <8 x i32> %[[INDICES]], i64 0
; CHECK: %[[SAME:.*]] = icmp eq <8 x i32> %[[INDICES]],
; CHECK: %[[RUNNING:.*]] = select <8 x i1> %[[MASK]], <8 x i1> %[[SAME]], <8 x i1> splat (i1 true)
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %[[RUNNING]])
; CHECK: br i1 %[[ALL]],
; CHECK: %[[TOGETHER:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %{{.*}}, <8 x i1> %[[MASK]]
; CHECK: %[[APART:.*]] = call <8 x i32> @llvm.masked.gather.v8i32.v8p1({{.*}} %[[PLACES]], <8 x i1> %[[MASK]]
; CHECK: phi <8 x i32> [ %[[TOGETHER]], %{{.*}} ], [ %[[APART]], %{{.*}} ]
; CHECK: call void @llvm.masked.store.v8i32.p1
define void @clamped(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %near = call i32 @llvm.smin.i32(i32 %id, i32 %n)
  %inRow = add i32 %near, %n
  %index = sext i32 %inRow to i64
  %from = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %v = load i32, ptr addrspace(1) %from
  %place = zext nneg i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %place
  store i32 %v, ptr addrspace(1) %to
  ret void
}
