; Without AVX-512 a masked store is a plain one where all lanes run; so is a load of bytes, for which there is no mask. A store
; with a constant mask is a store for each run of lanes.
; RUN: weft-opt -weft-passes="legalise-masked-memory<branch-on-masks>" --cpu=x86-64-v3 %s | FileCheck %s
; RUN: weft-opt -weft-passes="legalise-masked-memory<branch-on-masks>" --cpu=x86-64-v4 %s | FileCheck %s --check-prefix=MASKS
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, <8 x i1>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, <8 x i1>, <8 x i32>)
declare <8 x i8> @llvm.masked.load.v8i8.p0(ptr, <8 x i1>, <8 x i8>)

; MASKS-NOT: reduce.and
; MASKS-NOT: {{^}}  br
; CHECK-LABEL: define void @k(
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %mask)
; CHECK: call <8 x i32> @llvm.masked.load
; CHECK: br i1 %[[ALL]], label %[[PLAIN:.*]], label %[[MASKED:.*]], !prof
; CHECK: [[PLAIN]]:
; CHECK-NEXT: %[[LOADED:.*]] = load <8 x i8>, ptr %bytes, align 1
; CHECK: [[MASKED]]:
; CHECK-NEXT: %[[SOME:.*]] = call <8 x i8> @llvm.masked.load
; CHECK: %[[BOTH:.*]] = phi <8 x i8> [ %[[LOADED]], %[[PLAIN]] ], [ %[[SOME]], %[[MASKED]] ]
; CHECK: zext <8 x i8> %[[BOTH]]
; CHECK: br i1 %[[ALL]], label %[[PLAIN2:.*]], label
; CHECK: [[PLAIN2]]:
; CHECK-NEXT: store <8 x i32> %{{.*}}, ptr %out, align 4
; CHECK: call void @llvm.masked.store
; CHECK: store <2 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: store i32 %{{.*}}, ptr %{{.*}}, align 4
; CHECK: store <2 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: ret void
define void @k(ptr %in, ptr %bytes, ptr %out, ptr %some, <8 x i1> %mask) "weft-kernel" {
entry:
  %ints = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %in, <8 x i1> %mask, <8 x i32> zeroinitializer)
  %small = call <8 x i8> @llvm.masked.load.v8i8.p0(ptr align 1 %bytes, <8 x i1> %mask, <8 x i8> zeroinitializer)
  %wide = zext <8 x i8> %small to <8 x i32>
  %sum = add <8 x i32> %ints, %wide
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr align 4 %out, <8 x i1> %mask)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr align 4 %some, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1, i1 1>)
  ret void
}
