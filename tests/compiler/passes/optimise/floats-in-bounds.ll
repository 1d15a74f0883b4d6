; An angle that is a fraction of a turn, or 191 at most, isn't far from zero; so the code for those that are is gone. Not where
; a bit more of the number counts, nor where it is anything.
; RUN: weft-opt -weft-passes=optimise %s | FileCheck %s
; RUN: sed 's/and <8 x i32> %%bits, splat (i32 511)/and <8 x i32> %%bits, splat (i32 65535)/' %s \
; RUN:   | weft-opt -weft-passes=optimise - | FileCheck %s --check-prefix=FAR
; RUN: sed 's/uitofp <8 x i32> %%k to/bitcast <8 x i32> %%k to/' %s | weft-opt -weft-passes=optimise - | FileCheck %s --check-prefix=FAR
; RUN: sed 's/= fmul <8 x float> %%number, .*/= fdiv <8 x float> %%number, splat (float 0x40056FB100000000)/' %s \
; RUN:   | weft-opt -weft-passes=optimise - | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @k(
; CHECK-NOT: fcmp
; CHECK-NOT: call
; CHECK: ret void
; FAR-LABEL: define void @k(
; FAR: fcmp
; FAR: br i1
; FAR: call void @far
define void @k(<8 x i32> %bits, <8 x float> %shift, ptr %out) {
  %k = and <8 x i32> %bits, splat (i32 511)
  %number = uitofp <8 x i32> %k to <8 x float>
  %angle = fmul <8 x float> %number, splat (float 0xBF747AE140000000)
  %size = call <8 x float> @llvm.fabs.v8f32(<8 x float> %angle)
  %near = fcmp olt <8 x float> %size, splat (float 1.910000e+02)
  %all = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %near)
  store <8 x float> %angle, ptr %out
  br i1 %all, label %end, label %large
large:
  call void @far(<8 x float> %angle)
  br label %end
end:
  ret void
}
declare <8 x float> @llvm.fabs.v8f32(<8 x float>)
declare i1 @llvm.vector.reduce.and.v8i1(<8 x i1>)
declare void @far(<8 x float>)
