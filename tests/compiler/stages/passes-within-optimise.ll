; Weft's passes within `optimise` may be left out like stages: without fold-float-comparisons the comparison stays, which is
; always true. A pass that guards against a fault of LLVM may not be left out.
; RUN: weft-opt --from=optimise --to=optimise %s | FileCheck %s
; RUN: weft-opt --from=optimise --to=optimise --without=fold-float-comparisons %s | FileCheck %s --check-prefix=WITHOUT
; RUN: not weft-opt --from=optimise --to=optimise --without=hide-wrapping-indices %s 2>&1 | FileCheck %s --check-prefix=REQUIRED
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @k(
; CHECK-NOT: fcmp
; CHECK: store i32 1
; WITHOUT-LABEL: define void @k(
; WITHOUT: fcmp
; REQUIRED: weft-opt: no stage 'hide-wrapping-indices' may be left out
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  %bits = load i32, ptr %launch
  %small = and i32 %bits, 511
  %number = uitofp i32 %small to float
  %angle = fmul float %number, 0xBF747AE140000000
  %size = call float @llvm.fabs.f32(float %angle)
  %near = fcmp olt float %size, 1.910000e+02
  %one = zext i1 %near to i32
  store i32 %one, ptr %group
  ret void
}
