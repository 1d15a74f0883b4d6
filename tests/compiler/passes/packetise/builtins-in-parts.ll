; Packets of more work-items than OpenCL C's vectors have elements call a builtin for one part after the other.
; RUN: weft-opt -weft-passes="packetise<32>" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare float @_Z4fmaxff(float, float) #1

; CHECK-LABEL: define void @k(
; CHECK: %[[V:.*]] = call <32 x float> @llvm.masked.load
; CHECK: %[[LOW:.*]] = shufflevector <32 x float> %[[V]], <32 x float> poison, <16 x i32> <i32 0, i32 1,
; CHECK: %[[FIRST:.*]] = call <16 x float> @_Z4fmaxDv16_fS_(<16 x float> %[[LOW]], <16 x float> %{{.*}})
; CHECK: %[[HIGH:.*]] = shufflevector <32 x float> %[[V]], <32 x float> poison, <16 x i32> <i32 16, i32 17,
; CHECK: %[[SECOND:.*]] = call <16 x float> @_Z4fmaxDv16_fS_(<16 x float> %[[HIGH]], <16 x float> %{{.*}})
; CHECK: %[[ALL:.*]] = shufflevector <16 x float> %[[FIRST]], <16 x float> %[[SECOND]], <32 x i32> <i32 0, i32 1,
; CHECK: call void @llvm.masked.store.v32f32.p1(<32 x float> %[[ALL]],
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, float %n) #0 {
  %x = call i32 @weft.local.id.0()
  %i = zext nneg i32 %x to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  %m = call float @_Z4fmaxff(float %v, float %n) #1
  store float %m, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" }
attributes #1 = { memory(none) nounwind willreturn }
