; Elements of local memory that are equally far apart are loaded one by one if all lanes run, as each may just have been
; stored; else they are gathered.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @column(
; CHECK: %[[MASK:.*]] = call <4 x i1> @weft.packet.mask.4()
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[MASK]])
; CHECK: br i1 %[[ALL]],
; CHECK-COUNT-4: load float, ptr addrspace(3)
; CHECK: %[[ELEMENTS:.*]] = insertelement <4 x float> %{{.*}}, float %{{.*}}, i64 3
; CHECK: %[[GATHERED:.*]] = call <4 x float> @llvm.masked.gather.v4f32.v4p3
; CHECK: phi <4 x float> [ %[[ELEMENTS]], %{{.*}} ], [ %[[GATHERED]], %{{.*}} ]
define void @column(ptr addrspace(3) %tile, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %from = getelementptr [17 x float], ptr addrspace(3) %tile, i64 %place
  %v = load float, ptr addrspace(3) %from
  %to = getelementptr float, ptr addrspace(1) %b, i64 %place
  store float %v, ptr addrspace(1) %to
  ret void
}
