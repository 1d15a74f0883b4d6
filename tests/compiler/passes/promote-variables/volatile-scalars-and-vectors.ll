; Volatile scalars and vectors become values. Arrays stay, and what is accessed in part, or has its address taken.
; RUN: weft-opt -weft-passes=promote-variables %s | FileCheck %s
target triple = "spir64"

declare void @keep(ptr)

; CHECK-LABEL: define i32 @scalar(
; CHECK-NEXT: ret i32 %x
define i32 @scalar(i32 %x) {
  %v = alloca i32
  call void @llvm.lifetime.start.p0(ptr %v)
  store volatile i32 %x, ptr %v
  %y = load volatile i32, ptr %v
  call void @llvm.lifetime.end.p0(ptr %v)
  ret i32 %y
}

; CHECK-LABEL: define <4 x float> @vector(
; CHECK-NEXT: ret <4 x float> %x
define <4 x float> @vector(<4 x float> %x) {
  %v = alloca <4 x float>
  store volatile <4 x float> %x, ptr %v
  %y = load volatile <4 x float>, ptr %v
  ret <4 x float> %y
}

; CHECK-LABEL: define i32 @array(
; CHECK: store volatile i32
; CHECK: load volatile i32
define i32 @array(i32 %x, i64 %i) {
  %v = alloca [4 x i32]
  %p = getelementptr i32, ptr %v, i64 %i
  store volatile i32 %x, ptr %p
  %y = load volatile i32, ptr %v
  ret i32 %y
}

; CHECK-LABEL: define i16 @part(
; CHECK: store volatile i32
; CHECK: load volatile i16
define i16 @part(i32 %x) {
  %v = alloca i32
  store volatile i32 %x, ptr %v
  %y = load volatile i16, ptr %v
  ret i16 %y
}

; CHECK-LABEL: define i32 @passedOn(
; CHECK: store volatile i32
; CHECK: load volatile i32
define i32 @passedOn(i32 %x) {
  %v = alloca i32
  store volatile i32 %x, ptr %v
  call void @keep(ptr %v)
  %y = load volatile i32, ptr %v
  ret i32 %y
}

; CHECK-LABEL: define void @elsewhere(
; CHECK: store volatile i32 1, ptr addrspace(1) %p
define void @elsewhere(ptr addrspace(1) %p) {
  store volatile i32 1, ptr addrspace(1) %p
  ret void
}
