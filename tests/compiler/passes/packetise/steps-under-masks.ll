; What lanes store a few elements apart is one vector under a mask where only some of them run, without asking whether all do: both
; parts of a complex number, or one of them and nothing of the other's. In local memory no branch asks whether any lane runs.
; Scatters where the CPU takes long for masks, and where lane 0's place isn't known if it doesn't run.
; RUN: weft-opt -weft-passes="packetise<4;stores-with-masks>" %s | FileCheck %s
; RUN: sed '/store float %%w/d' %s | weft-opt -weft-passes="packetise<4;stores-with-masks>" | FileCheck %s --check-prefix=ONE
; RUN: sed 's/addrspace(3)/addrspace(1)/g' %s | weft-opt -weft-passes="packetise<4;stores-with-masks>" \
; RUN:   | FileCheck %s --check-prefix=GLOBAL
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s --check-prefix=SCATTERED
; RUN: sed 's/inbounds //' %s | weft-opt -weft-passes="packetise<4;stores-with-masks>" \
; RUN:   | FileCheck %s --check-prefix=SCATTERED
target triple = "spir64"
declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK-NOT: br i1 %
; CHECK: %[[MASK:.*]] = shufflevector <4 x i1> %goes{{.*}}, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK: call void @llvm.masked.store.v8f32.p3(<8 x float> %{{.*}}, ptr addrspace(3) align 4 %{{.*}}, <8 x i1> %[[MASK]])
; CHECK-NOT: {{br i1 %|scatter}}
; CHECK: ret void
; ONE-LABEL: define void @k(
; ONE: shufflevector <4 x i1> %goes{{.*}}, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 4, i32 2, i32 4, i32 3, i32 4>
; ONE: call void @llvm.masked.store.v8f32.p3(
; ONE-NOT: scatter
; ONE: ret void
; GLOBAL-LABEL: define void @k(
; GLOBAL: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; GLOBAL: br i1 %[[ANY]]
; GLOBAL: call void @llvm.masked.store.v8f32.p1(
; GLOBAL-NOT: {{br i1 %|scatter}}
; GLOBAL: ret void
; SCATTERED-LABEL: define void @k(
; SCATTERED: call void @llvm.masked.scatter
; SCATTERED: call void @llvm.masked.scatter
; SCATTERED: ret void
define void @k(ptr addrspace(3) %t, ptr addrspace(1) %a) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr float, ptr addrspace(1) %a, i64 %wide
  %v = load float, ptr addrspace(1) %from
  %w = fneg float %v
  %even = shl nuw nsw i32 %id, 1
  %index = sext i32 %even to i64
  %re = getelementptr inbounds float, ptr addrspace(3) %t, i64 %index
  %im = getelementptr inbounds i8, ptr addrspace(3) %re, i64 4
  %wanted = fcmp ogt float %v, 0.0
  br i1 %wanted, label %some, label %end

some:
  store float %v, ptr addrspace(3) %re
  store float %w, ptr addrspace(3) %im
  br label %end

end:
  ret void
}
