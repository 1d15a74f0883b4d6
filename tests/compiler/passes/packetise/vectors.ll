; Vectors of neighbouring work-items are loaded together, and each element gets its lanes; a builtin on vectors becomes
; one call for each element. A vector of three has the place of four.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare <3 x float> @_Z3powDv3_fS_(<3 x float>, <3 x float>) memory(none) nounwind willreturn

; CHECK-LABEL: define void @raise(
; CHECK: %[[MASK:.*]] = call <8 x i1> @weft.packet.mask.8()
; CHECK: %[[ELEMENTS:.*]] = shufflevector <8 x i1> %[[MASK]], <8 x i1> zeroinitializer, <32 x i32> <i32 0, i32 0, i32 0, i32 8, i32 1,
; CHECK: %[[ALL:.*]] = call <32 x float> @llvm.masked.load.v32f32.p1(ptr addrspace(1) align 4 %{{.*}}, <32 x i1> %[[ELEMENTS]]
; CHECK: shufflevector <32 x float> %[[ALL]], <32 x float> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
; CHECK-COUNT-3: call <8 x float> @_Z3powDv8_fS_(
; CHECK-NOT: call {{.*}}pow
; CHECK: call void @llvm.masked.store.v32f32.p1(
define void @raise(ptr addrspace(1) %a, ptr addrspace(1) %b, <3 x float> %e) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %from = getelementptr <3 x float>, ptr addrspace(1) %a, i64 %place
  %v = load <3 x float>, ptr addrspace(1) %from, align 16
  %power = call <3 x float> @_Z3powDv3_fS_(<3 x float> %v, <3 x float> %e)
  %to = getelementptr <3 x float>, ptr addrspace(1) %b, i64 %place
  store <3 x float> %power, ptr addrspace(1) %to, align 16
  ret void
}
