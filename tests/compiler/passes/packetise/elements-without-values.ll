; What is between small vectors that lie apart has no value: it takes none from the elements that it shares a word with.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @spread(
; CHECK: %[[LOADED:.*]] = call <16 x i8> @llvm.masked.load
; CHECK: %[[FROZEN:.*]] = freeze <16 x i8> %[[LOADED]]
; CHECK: bitcast <16 x i8> %[[FROZEN]] to <4 x i32>
; CHECK-COUNT-3: zext <4 x i8> %{{.*}} to <4 x i32>
; CHECK-NOT: poison
; CHECK: %[[TOGETHER:.*]] = bitcast <4 x i32> %{{.*}} to <16 x i8>
; CHECK: call void @llvm.masked.store.v16i8.p1(<16 x i8> %[[TOGETHER]],
define void @spread(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %from = getelementptr <4 x i8>, ptr addrspace(1) %a, i64 %place
  %v = load <4 x i8>, ptr addrspace(1) %from
  %part = shufflevector <4 x i8> %v, <4 x i8> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %byte = shl nuw nsw i64 %place, 2
  %to = getelementptr i8, ptr addrspace(1) %b, i64 %byte
  store <3 x i8> %part, ptr addrspace(1) %to, align 1
  ret void
}
