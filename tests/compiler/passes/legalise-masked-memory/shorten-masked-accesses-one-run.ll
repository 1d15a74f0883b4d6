; Masked accesses of one known lane become scalar ones, those of 2, 4, .. neighbouring lanes narrow ones; others stay.
; RUN: weft-opt -weft-passes="legalise-masked-memory<shorten-masked-accesses>" %s | FileCheck %s

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

; CHECK-LABEL: define void @storeRun(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i32, ptr %p, i64 2
; CHECK: %[[LANES:.*]] = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 2, i32 3>
; CHECK: store <2 x i32> %[[LANES]], ptr %[[PLACE]], align 8
; CHECK: ret void
define void @storeRun(<4 x i32> %v, ptr %p) {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 16 %p, <4 x i1> <i1 false, i1 false, i1 true, i1 true>)
  ret void
}

; CHECK-LABEL: define <8 x float> @loadRun(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds float, ptr %p, i64 2
; CHECK: %[[LANES:.*]] = load <4 x float>, ptr %[[PLACE]], align 4
; CHECK: %[[WIDE:.*]] = shufflevector <4 x float> %[[LANES]], <4 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
; CHECK: %[[ALL:.*]] = shufflevector <8 x float> %rest, <8 x float> %[[WIDE]], <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 10, i32 11, i32 6, i32 7>
; CHECK: ret <8 x float> %[[ALL]]
define <8 x float> @loadRun(ptr %p, <8 x float> %rest) {
  %v = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> <i1 false, i1 false, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false>, <8 x float> %rest)
  ret <8 x float> %v
}

; CHECK-LABEL: define void @others(
; CHECK-COUNT-4: call void @llvm.masked.store
; CHECK-NOT: store
; CHECK: ret void
define void @others(<4 x i32> %v, ptr %p, <4 x i1> %mask) {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> <i1 true, i1 true, i1 true, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> zeroinitializer)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> %mask)
  ret void
}
