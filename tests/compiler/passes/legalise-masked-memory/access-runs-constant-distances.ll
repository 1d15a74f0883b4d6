; A scatter of two runs, at constant distances from an index that lanes share, is two masked stores, and a gather as
; many masked loads into one vector; lanes that never run have none. It stays with single elements far apart, with
; distances that aren't known, where the sum under an extension may wrap, and where the CPU is slow at masks.
; RUN: weft-opt -weft-passes="legalise-masked-memory<access-runs>" --cpu=x86-64-v4 %s | FileCheck %s
; RUN: weft-opt -weft-passes="legalise-masked-memory<access-runs>" --cpu=x86-64-v3 %s | FileCheck %s --check-prefix=AVX2
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @two_runs(
; CHECK: %[[SHARED:.*]] = zext i32 %row to i64
; CHECK: %[[PLACE:.*]] = getelementptr double, ptr %p, i64 %[[SHARED]]
; CHECK: %[[FIRST:.*]] = and <8 x i1> %{{.*}}, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %[[PLACE]], i64 32
; CHECK: call void @llvm.masked.store.v8f64.p0(<8 x double> {{.*}}, ptr align 8 %[[AT]], <8 x i1> %[[FIRST]])
; CHECK: %[[SECOND:.*]] = and <8 x i1> %{{.*}}, <i1 false, i1 false, i1 false, i1 false, i1 false, i1 true, i1 true, i1 true>
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %[[PLACE]], i64 192
; CHECK: call void @llvm.masked.store.v8f64.p0(<8 x double> {{.*}}, ptr align 8 %[[AT]], <8 x i1> %[[SECOND]])
; CHECK-NOT: scatter
; CHECK: ret void
; AVX2-LABEL: define void @two_runs(
; AVX2: scatter
define void @two_runs(<8 x double> %v, ptr %p, i32 %row, <8 x i1> %mask) {
  %one = insertelement <8 x i32> poison, i32 %row, i64 0
  %all = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %sum = add nuw <8 x i32> %all, <i32 4, i32 5, i32 6, i32 7, i32 8, i32 29, i32 30, i32 31>
  %index = zext <8 x i32> %sum to <8 x i64>
  %at = getelementptr double, ptr %p, <8 x i64> %index
  call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %v, <8 x ptr> align 8 %at, <8 x i1> %mask)
  ret void
}

; CHECK-LABEL: define <8 x double> @lanes_off(
; CHECK: %[[FIRST:.*]] = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %{{.*}}, <8 x i1> %{{.*}}, <8 x double> %{{.*}})
; CHECK: %[[SECOND:.*]] = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %{{.*}}, <8 x i1> %{{.*}}, <8 x double> %[[FIRST]])
; CHECK-NOT: call <8 x double> @llvm.masked
; CHECK: ret <8 x double> %[[SECOND]]
; AVX2-LABEL: define <8 x double> @lanes_off(
; AVX2: call <4 x double> @llvm.masked.load
; AVX2-NOT: gather
; AVX2: ret
define <8 x double> @lanes_off(ptr %p, <8 x i1> %some, <8 x double> %rest) {
  %mask = select <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>, <8 x i1> %some, <8 x i1> zeroinitializer
  %at = getelementptr double, ptr %p, <8 x i64> <i64 0, i64 1, i64 7, i64 8, i64 9, i64 20, i64 30, i64 40>
  %v = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> align 8 %at, <8 x i1> %mask, <8 x double> %rest)
  ret <8 x double> %v
}

; CHECK-LABEL: define void @apart(
; CHECK: call void @llvm.masked.scatter
define void @apart(<8 x double> %v, ptr %p, <8 x i1> %mask) {
  %at = getelementptr double, ptr %p, <8 x i64> <i64 0, i64 3, i64 6, i64 9, i64 12, i64 15, i64 18, i64 21>
  call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %v, <8 x ptr> align 8 %at, <8 x i1> %mask)
  ret void
}

; CHECK-LABEL: define void @unknown(
; CHECK: call void @llvm.masked.scatter
define void @unknown(<8 x double> %v, ptr %p, <8 x i64> %index, <8 x i1> %mask) {
  %at = getelementptr double, ptr %p, <8 x i64> %index
  call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %v, <8 x ptr> align 8 %at, <8 x i1> %mask)
  ret void
}

; CHECK-LABEL: define void @may_wrap(
; CHECK: call void @llvm.masked.scatter
define void @may_wrap(<8 x double> %v, ptr %p, i32 %row, <8 x i1> %mask) {
  %one = insertelement <8 x i32> poison, i32 %row, i64 0
  %all = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %inner = add <8 x i32> %all, <i32 4, i32 5, i32 6, i32 7, i32 8, i32 29, i32 30, i32 31>
  %sum = add nuw <8 x i32> %inner, splat (i32 1)
  %index = zext <8 x i32> %sum to <8 x i64>
  %at = getelementptr double, ptr %p, <8 x i64> %index
  call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %v, <8 x ptr> align 8 %at, <8 x i1> %mask)
  ret void
}
