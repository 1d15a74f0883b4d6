; Where the constants stand makes no difference but for which is negated. Flags are those that product and sum share.
; RUN: weft-opt -weft-passes="simplify" %s | FileCheck %s

; CHECK-LABEL: define float @forms(
; CHECK-NEXT: %[[A:.*]] = call reassoc contract float @llvm.fmuladd.f32(float %s, float 2.000000e+00, float 1.000000e+00)
; CHECK-NEXT: %[[B:.*]] = call reassoc contract float @llvm.fmuladd.f32(float %[[A]], float 3.000000e+00, float 5.000000e+00)
; CHECK-NEXT: %[[C:.*]] = call reassoc contract float @llvm.fmuladd.f32(float %[[B]], float -4.000000e+00, float 6.000000e+00)
; CHECK-NEXT: %[[D:.*]] = call reassoc nsz contract float @llvm.fmuladd.f32(float %[[C]], float 7.000000e+00, float -8.000000e+00)
; CHECK-NEXT: ret float %[[D]]
define float @forms(float %s) {
  %p = fmul reassoc nnan contract float %s, 2.0
  %a = fadd reassoc ninf contract float %p, 1.0
  %q = fmul reassoc contract float 3.0, %a
  %b = fadd reassoc contract float 5.0, %q
  %r = fmul reassoc contract float %b, 4.0
  %c = fsub reassoc contract float 6.0, %r
  %t = fmul reassoc nsz contract float 7.0, %c
  %d = fsub reassoc nsz contract float %t, 8.0
  ret float %d
}
