; A function with vectors that has no other form gets each lane's, and its result is taken apart again. Bits that change
; type do so lane by lane.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare <2 x float> @texel(<2 x i32>)

; CHECK-LABEL: define void @read(
; CHECK: lane.run:
; CHECK: extractelement <4 x i32> %{{.*}}, i64 %lane
; CHECK: %[[PLACE:.*]] = insertelement <2 x i32> %{{.*}}, i32 %{{.*}}, i64 1
; CHECK: %[[TEXEL:.*]] = call <2 x float> @texel(<2 x i32> %[[PLACE]])
; CHECK: extractelement <2 x float> %[[TEXEL]], i64 0
; CHECK: insertelement <4 x float> %{{.*}}, float %{{.*}}, i64 %lane
; CHECK: extractelement <2 x float> %[[TEXEL]], i64 1
; CHECK: %[[PAIRS:.*]] = shufflevector <8 x float> %{{.*}}, <8 x float> poison, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK: %[[VALUES:.*]] = freeze <8 x float> %[[PAIRS]]
; CHECK: bitcast <8 x float> %[[VALUES]] to <4 x i64>
; CHECK: call void @llvm.masked.store.v4i64.p1(
define void @read(ptr addrspace(1) %b, i32 %row) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %x = insertelement <2 x i32> poison, i32 %id, i64 0
  %xy = insertelement <2 x i32> %x, i32 %row, i64 1
  %texel = call <2 x float> @texel(<2 x i32> %xy)
  %bits = bitcast <2 x float> %texel to i64
  %place = zext nneg i32 %id to i64
  %to = getelementptr i64, ptr addrspace(1) %b, i64 %place
  store i64 %bits, ptr addrspace(1) %to
  ret void
}
