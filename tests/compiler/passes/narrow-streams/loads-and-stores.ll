; A kernel that loads, adds and stores has registers of 32 bytes on a CPU that moves memory best in them, and its masked
; accesses are split by the code generator. Not on other CPUs.
; RUN: weft-opt --cpu=sapphirerapids -weft-passes=narrow-streams %s | FileCheck %s
; RUN: weft-opt --cpu=znver4 -weft-passes=narrow-streams %s | FileCheck %s --check-prefix=WIDE
; RUN: weft-opt --cpu=skylake-avx512 -weft-passes=narrow-streams %s | FileCheck %s --check-prefix=WIDE
; other-work.ll has kernels that do more, masked-stores.ll those with masks alone.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK: %[[A0:.*]] = load <8 x float>, ptr %p
; CHECK: %[[A1:.*]] = load <8 x float>, ptr
; CHECK: %[[B0:.*]] = load <8 x float>, ptr %q
; CHECK: %[[B1:.*]] = load <8 x float>, ptr
; CHECK: %[[S0:.*]] = fadd <8 x float> %[[A0]], %[[B0]]
; CHECK: %[[S1:.*]] = fadd <8 x float> %[[A1]], %[[B1]]
; CHECK: store <8 x float> %[[S0]], ptr %r
; CHECK: store <8 x float> %[[S1]], ptr
; CHECK: call void @llvm.masked.store.v16f32
; CHECK: attributes #{{.*}} "min-legal-vector-width"="0" "prefer-vector-width"="256"
; WIDE: load <16 x float>, ptr %p
; WIDE-NOT: "prefer-vector-width"
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %a = load ptr, ptr %launch
  %second = getelementptr i8, ptr %launch, i64 8
  %b = load ptr, ptr %second
  %third = getelementptr i8, ptr %launch, i64 16
  %c = load ptr, ptr %third
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %q = getelementptr float, ptr %b, i64 %i
  %r = getelementptr float, ptr %c, i64 %i
  %x = load <16 x float>, ptr %p, align 4
  %y = load <16 x float>, ptr %q, align 4
  %sum = fadd <16 x float> %x, %y
  store <16 x float> %sum, ptr %r, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %rest

rest:
  %mask = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, splat (i32 5)
  %z = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %a, <16 x i1> %mask, <16 x float> poison)
  call void @llvm.masked.store.v16f32.p0(<16 x float> %z, ptr align 4 %c, <16 x i1> %mask)
  ret void
}
attributes #0 = { "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" }
