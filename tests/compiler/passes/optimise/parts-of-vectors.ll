; What LLVM takes from a stored vector by an integer as long is a shuffle. What it takes so for a general register stays.
; RUN: weft-opt -weft-passes=optimise %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @k(
; CHECK-NOT: i512
; CHECK-DAG: shufflevector <16 x float> %{{.*}}, <16 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK-DAG: shufflevector <16 x float> %{{.*}}, <16 x float> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
; CHECK-NOT: i512
; CHECK: ret void
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %in = load ptr, ptr %launch
  %second = getelementptr i8, ptr %launch, i64 8
  %out = load ptr, ptr %second
  %all = load volatile <16 x float>, ptr %in
  %bits = bitcast <16 x float> %all to i512
  %above = lshr i512 %bits, 128
  %part = trunc i512 %above to i128
  %a = bitcast i128 %part to <4 x float>
  %pieces = bitcast <16 x float> %all to <4 x i128>
  %piece = extractelement <4 x i128> %pieces, i64 3
  %b = bitcast i128 %piece to <4 x float>
  %sum = fadd <4 x float> %a, %b
  store <4 x float> %sum, ptr %out
  ret void
}
attributes #0 = { nounwind "weft-kernel" "target-cpu"="x86-64-v4" }
