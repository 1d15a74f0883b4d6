; Lanes that find their elements as far from each other as the lanes are have one masked access, also if others are in between:
; of pairs that exchange elements, those that are first. Where two lanes may store to one place they do so in their order, so that
; only lanes in a row are together.
; RUN: weft-opt -weft-passes="legalise-masked-memory<access-runs>" --cpu=x86-64-v4 %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <8 x i32> @first_of_pairs(
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %{{.*}}, i64 4
; CHECK: %[[LOADED:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %[[AT]], <8 x i1> %{{.*}}, <8 x i32> poison)
; CHECK-NOT: @llvm.masked
; CHECK: ret <8 x i32> %[[LOADED]]
define <8 x i32> @first_of_pairs(ptr %p, <8 x i1> %some) {
  %mask = shufflevector <8 x i1> %some, <8 x i1> <i1 poison, i1 false, i1 poison, i1 false, i1 poison, i1 false, i1 poison, i1 false>, <8 x i32> <i32 0, i32 9, i32 2, i32 11, i32 4, i32 13, i32 6, i32 15>
  %at = getelementptr i32, ptr %p, <8 x i64> <i64 1, i64 0, i64 3, i64 2, i64 5, i64 4, i64 7, i64 6>
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %at, <8 x i1> %mask, <8 x i32> poison)
  ret <8 x i32> %v
}

; CHECK-LABEL: define void @all_of_pairs(
; CHECK: %[[FIRST:.*]] = and <8 x i1> %{{.*}}, <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %{{.*}}, ptr align 4 %{{.*}}, <8 x i1> %[[FIRST]])
; CHECK: %[[SECOND:.*]] = and <8 x i1> %{{.*}}, <i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true>
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %{{.*}}, ptr align 4 %{{.*}}, <8 x i1> %[[SECOND]])
; CHECK-NOT: @llvm.masked
; CHECK: ret void
define void @all_of_pairs(ptr %p, <8 x i32> %v, <8 x i1> %some) {
  %at = getelementptr i32, ptr %p, <8 x i64> <i64 1, i64 0, i64 3, i64 2, i64 5, i64 4, i64 7, i64 6>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %at, <8 x i1> %some)
  ret void
}

; Lanes 2 and 3 store to element 3.
; CHECK-LABEL: define void @two_to_one_place(
; CHECK: and <8 x i1> %{{.*}}, <i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>
; CHECK: call void @llvm.masked.store
; CHECK: and <8 x i1> %{{.*}}, <i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false>
; CHECK: call void @llvm.masked.store
; CHECK: and <8 x i1> %{{.*}}, <i1 false, i1 false, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true>
; CHECK: call void @llvm.masked.store
; CHECK: ret void
define void @two_to_one_place(ptr %p, <8 x i32> %v, <8 x i1> %some) {
  %at = getelementptr i32, ptr %p, <8 x i64> <i64 0, i64 1, i64 3, i64 3, i64 4, i64 5, i64 6, i64 7>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %at, <8 x i1> %some)
  ret void
}
