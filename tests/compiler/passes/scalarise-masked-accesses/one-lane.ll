; Masked accesses of one known lane become scalar ones; others stay.
; RUN: weft-opt -weft-passes="scalarise-masked-accesses" %s | FileCheck %s

; CHECK-LABEL: define void @store(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i32, ptr %p, i64 2
; CHECK: %[[LANE:.*]] = extractelement <4 x i32> %v, i64 2
; CHECK: store i32 %[[LANE]], ptr %[[PLACE]], align 8
; CHECK: ret void
define void @store(<4 x i32> %v, ptr %p) {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 16 %p, <4 x i1> <i1 false, i1 false, i1 true, i1 false>)
  ret void
}

; CHECK-LABEL: define <4 x float> @load(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds float, ptr %p, i64 0
; CHECK: %[[LANE:.*]] = load float, ptr %[[PLACE]], align 4
; CHECK: %[[ALL:.*]] = insertelement <4 x float> %rest, float %[[LANE]], i64 0
; CHECK: ret <4 x float> %[[ALL]]
define <4 x float> @load(ptr %p, <4 x float> %rest) {
  %v = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> <i1 true, i1 false, i1 false, i1 false>, <4 x float> %rest)
  ret <4 x float> %v
}

; CHECK-LABEL: define void @several(
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
define void @several(<4 x i32> %v, ptr %p, <4 x i1> %mask) {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> %mask)
  ret void
}
