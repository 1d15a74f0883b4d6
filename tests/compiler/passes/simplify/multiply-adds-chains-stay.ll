; A long chain of multiply-adds is not multiplied out by what LLVM does next, of numbers nor of vectors.
; RUN: weft-opt -weft-passes="simplify,instcombine,reassociate,instcombine" %s | FileCheck %s
; RUN: weft-opt -weft-passes="instcombine,reassociate,instcombine" %s | FileCheck %s --check-prefix=ALONE

; CHECK-LABEL: define float @numbers(
; CHECK-COUNT-6: call reassoc nsz arcp contract afn float @llvm.fmuladd.f32(
; CHECK-NOT: {{fmul |fadd|fsub|fmuladd}}
; CHECK: ret float
; ALONE-LABEL: define float @numbers(
; ALONE-COUNT-1: fmul
; ALONE-NOT: fmul
; ALONE: ret float
define float @numbers(float %s) {
  %p0 = fmul reassoc nsz arcp contract afn float %s, 0.75
  %t0 = fsub reassoc nsz arcp contract afn float 10.0, %p0
  %p1 = fmul reassoc nsz arcp contract afn float %t0, 0.75
  %t1 = fadd reassoc nsz arcp contract afn float %p1, 10.0
  %p2 = fmul reassoc nsz arcp contract afn float %t1, 0.75
  %t2 = fsub reassoc nsz arcp contract afn float 10.0, %p2
  %p3 = fmul reassoc nsz arcp contract afn float %t2, 0.75
  %t3 = fadd reassoc nsz arcp contract afn float %p3, 10.0
  %p4 = fmul reassoc nsz arcp contract afn float %t3, 0.75
  %t4 = fsub reassoc nsz arcp contract afn float 10.0, %p4
  %p5 = fmul reassoc nsz arcp contract afn float %t4, 0.75
  %t5 = fadd reassoc nsz arcp contract afn float %p5, 10.0
  ret float %t5
}

; CHECK-LABEL: define <8 x double> @lanes(
; CHECK-COUNT-4: call reassoc nsz arcp contract afn <8 x double> @llvm.fmuladd.v8f64(
; CHECK-NOT: {{fmul |fadd|fsub|fmuladd}}
; CHECK: ret <8 x double>
; ALONE-LABEL: define <8 x double> @lanes(
; ALONE-COUNT-1: fmul
; ALONE-NOT: fmul
; ALONE: ret <8 x double>
define <8 x double> @lanes(<8 x double> %s) {
  %p0 = fmul reassoc nsz arcp contract afn <8 x double> %s, splat (double 0.75)
  %t0 = fsub reassoc nsz arcp contract afn <8 x double> splat (double 10.0), %p0
  %p1 = fmul reassoc nsz arcp contract afn <8 x double> %t0, splat (double 0.75)
  %t1 = fadd reassoc nsz arcp contract afn <8 x double> %p1, splat (double 10.0)
  %p2 = fmul reassoc nsz arcp contract afn <8 x double> %t1, splat (double 0.75)
  %t2 = fsub reassoc nsz arcp contract afn <8 x double> splat (double 10.0), %p2
  %p3 = fmul reassoc nsz arcp contract afn <8 x double> %t2, splat (double 0.75)
  %t3 = fadd reassoc nsz arcp contract afn <8 x double> %p3, splat (double 10.0)
  ret <8 x double> %t3
}
