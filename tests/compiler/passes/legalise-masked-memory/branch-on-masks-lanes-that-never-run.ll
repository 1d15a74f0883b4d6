; Vectors that lie apart: the lanes between them never run. Where all others do their runs are stored, and what is between has no
; value that a store could have. A load of them is left as it is.
; RUN: weft-opt -weft-passes="legalise-masked-memory<branch-on-masks>" --cpu=x86-64-v3 %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.masked.store.v8i16.p0(<8 x i16>, ptr, <8 x i1>)
declare <8 x i16> @llvm.masked.load.v8i16.p0(ptr, <8 x i1>, <8 x i16>)

; CHECK-LABEL: define void @k(
; CHECK: %[[ASKED:.*]] = or <8 x i1> %apart, <i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 true>
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %[[ASKED]])
; CHECK: call <8 x i16> @llvm.masked.load
; CHECK: br i1 %[[ALL]], label %[[PLAIN:.*]], label %
; CHECK: [[PLAIN]]:
; CHECK: store <2 x i16>
; CHECK: store i16
; CHECK: store <2 x i16>
; CHECK: store i16
; CHECK-NOT: store
; CHECK: call void @llvm.masked.store
; CHECK: ret void
define void @k(ptr %in, ptr %out, <2 x i1> %mask) "weft-kernel" {
entry:
  %apart = shufflevector <2 x i1> %mask, <2 x i1> zeroinitializer, <8 x i32> <i32 0, i32 0, i32 0, i32 2, i32 1, i32 1, i32 1, i32 2>
  %some = call <8 x i16> @llvm.masked.load.v8i16.p0(ptr align 2 %in, <8 x i1> %apart, <8 x i16> poison)
  call void @llvm.masked.store.v8i16.p0(<8 x i16> %some, ptr align 2 %out, <8 x i1> %apart)
  ret void
}

; The same where two such masks meet.
; CHECK-LABEL: define void @two(
; CHECK: or <8 x i1> %met, <i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 true>
; CHECK: store <2 x i16>
; CHECK: store i16
; CHECK: store <2 x i16>
; CHECK: store i16
; CHECK-NOT: store
; CHECK: call void @llvm.masked.store
; CHECK: ret void
define void @two(ptr %out, <8 x i16> %some, <2 x i1> %first, <2 x i1> %second, i1 %c) "weft-kernel" {
entry:
  br i1 %c, label %a, label %b
a:
  %apart.a = shufflevector <2 x i1> %first, <2 x i1> zeroinitializer, <8 x i32> <i32 0, i32 0, i32 0, i32 2, i32 1, i32 1, i32 1, i32 2>
  br label %end
b:
  %apart.b = shufflevector <2 x i1> %second, <2 x i1> zeroinitializer, <8 x i32> <i32 0, i32 0, i32 0, i32 2, i32 1, i32 1, i32 1, i32 2>
  br label %end
end:
  %met = phi <8 x i1> [ %apart.a, %a ], [ %apart.b, %b ]
  call void @llvm.masked.store.v8i16.p0(<8 x i16> %some, ptr align 2 %out, <8 x i1> %met)
  ret void
}
