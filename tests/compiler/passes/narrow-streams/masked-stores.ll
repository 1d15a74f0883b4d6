; A kernel that stores under masks alone, as one whose packets may all have lanes that don't run, is a stream like
; others.
; RUN: weft-opt --cpu=sapphirerapids -weft-passes=narrow-streams %s | FileCheck %s

; CHECK-LABEL: define void @masked_stores_alone(
; CHECK: call void @llvm.masked.store.v16f32
; CHECK: "prefer-vector-width"="256"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @masked_stores_alone(ptr %a, ptr %c) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
  %mask = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, splat (i32 5)
  %z = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a, <16 x i1> %mask, <16 x float> poison)
  call void @llvm.masked.store.v16f32.p0(<16 x float> %z, ptr align 4 %c, <16 x i1> %mask)
  ret void
}
