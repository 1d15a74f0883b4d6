; What the options don't allow stays, and so do short chains and what isn't of constants: LLVM does better with them.
; RUN: weft-opt -weft-passes="simplify" %s | FileCheck %s
; CHECK-NOT: fmuladd

define float @shortChain(float %s, float %x, ptr %place) {
  %p0 = fmul reassoc nsz arcp contract afn float %s, 0.75
  %t0 = fsub reassoc nsz arcp contract afn float 10.0, %p0
  %p1 = fmul reassoc nsz arcp contract afn float %t0, 0.75
  %t1 = fadd reassoc nsz arcp contract afn float %p1, 10.0
  %p2 = fmul reassoc nsz arcp contract afn float %t1, 0.75
  %t2 = fsub reassoc nsz arcp contract afn float 10.0, %p2
  ret float %t2
}

define float @notReassociated(float %s, float %x, ptr %place) {
  %p0 = fmul contract float %s, 0.75
  %t0 = fsub contract float 10.0, %p0
  %p1 = fmul contract float %t0, 0.75
  %t1 = fadd contract float %p1, 10.0
  %p2 = fmul contract float %t1, 0.75
  %t2 = fsub contract float 10.0, %p2
  %p3 = fmul contract float %t2, 0.75
  %t3 = fadd contract float %p3, 10.0
  %p4 = fmul contract float %t3, 0.75
  %t4 = fsub contract float 10.0, %p4
  ret float %t4
}

define float @notContracted(float %s, float %x, ptr %place) {
  %p0 = fmul reassoc nsz arcp afn float %s, 0.75
  %t0 = fsub reassoc nsz arcp afn float 10.0, %p0
  %p1 = fmul reassoc nsz arcp afn float %t0, 0.75
  %t1 = fadd reassoc nsz arcp afn float %p1, 10.0
  %p2 = fmul reassoc nsz arcp afn float %t1, 0.75
  %t2 = fsub reassoc nsz arcp afn float 10.0, %p2
  %p3 = fmul reassoc nsz arcp afn float %t2, 0.75
  %t3 = fadd reassoc nsz arcp afn float %p3, 10.0
  %p4 = fmul reassoc nsz arcp afn float %t3, 0.75
  %t4 = fsub reassoc nsz arcp afn float 10.0, %p4
  ret float %t4
}

define float @factorsThatAreNoConstants(float %s, float %x, ptr %place) {
  %p0 = fmul reassoc nsz arcp contract afn float %s, %x
  %t0 = fsub reassoc nsz arcp contract afn float 10.0, %p0
  %p1 = fmul reassoc nsz arcp contract afn float %t0, %x
  %t1 = fadd reassoc nsz arcp contract afn float %p1, 10.0
  %p2 = fmul reassoc nsz arcp contract afn float %t1, %x
  %t2 = fsub reassoc nsz arcp contract afn float 10.0, %p2
  %p3 = fmul reassoc nsz arcp contract afn float %t2, %x
  %t3 = fadd reassoc nsz arcp contract afn float %p3, 10.0
  %p4 = fmul reassoc nsz arcp contract afn float %t3, %x
  %t4 = fsub reassoc nsz arcp contract afn float 10.0, %p4
  ret float %t4
}

define float @summandsThatAreNoConstants(float %s, float %x, ptr %place) {
  %p0 = fmul reassoc nsz arcp contract afn float %s, 0.75
  %t0 = fsub reassoc nsz arcp contract afn float %x, %p0
  %p1 = fmul reassoc nsz arcp contract afn float %t0, 0.75
  %t1 = fadd reassoc nsz arcp contract afn float %p1, %x
  %p2 = fmul reassoc nsz arcp contract afn float %t1, 0.75
  %t2 = fsub reassoc nsz arcp contract afn float %x, %p2
  %p3 = fmul reassoc nsz arcp contract afn float %t2, 0.75
  %t3 = fadd reassoc nsz arcp contract afn float %p3, %x
  %p4 = fmul reassoc nsz arcp contract afn float %t3, 0.75
  %t4 = fsub reassoc nsz arcp contract afn float %x, %p4
  ret float %t4
}

define float @sumsWithOtherUses(float %s, float %x, ptr %place) {
  %p0 = fmul reassoc nsz arcp contract afn float %s, 0.75
  %t0 = fsub reassoc nsz arcp contract afn float 10.0, %p0
  %p1 = fmul reassoc nsz arcp contract afn float %t0, 0.75
  %t1 = fadd reassoc nsz arcp contract afn float %p1, 10.0
  store float %t1, ptr %place
  %p2 = fmul reassoc nsz arcp contract afn float %t1, 0.75
  %t2 = fsub reassoc nsz arcp contract afn float 10.0, %p2
  %p3 = fmul reassoc nsz arcp contract afn float %t2, 0.75
  %t3 = fadd reassoc nsz arcp contract afn float %p3, 10.0
  %p4 = fmul reassoc nsz arcp contract afn float %t3, 0.75
  %t4 = fsub reassoc nsz arcp contract afn float 10.0, %p4
  ret float %t4
}

define float @productsWithOtherUses(float %s, float %x, ptr %place) {
  %p0 = fmul reassoc nsz arcp contract afn float %s, 0.75
  %t0 = fsub reassoc nsz arcp contract afn float 10.0, %p0
  %p1 = fmul reassoc nsz arcp contract afn float %t0, 0.75
  %t1 = fadd reassoc nsz arcp contract afn float %p1, 10.0
  %p2 = fmul reassoc nsz arcp contract afn float %t1, 0.75
  store float %p2, ptr %place
  %t2 = fsub reassoc nsz arcp contract afn float 10.0, %p2
  %p3 = fmul reassoc nsz arcp contract afn float %t2, 0.75
  %t3 = fadd reassoc nsz arcp contract afn float %p3, 10.0
  %p4 = fmul reassoc nsz arcp contract afn float %t3, 0.75
  %t4 = fsub reassoc nsz arcp contract afn float 10.0, %p4
  ret float %t4
}

; What is allowed, and long enough, does not stay.
; CHECK-LABEL: define float @none(
; CHECK-COUNT-5: call reassoc nsz arcp contract afn float @llvm.fmuladd.f32(
; CHECK-NOT: {{fmul |fadd|fsub|fmuladd}}
; CHECK: ret float
define float @none(float %s, float %x, ptr %place) {
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
  ret float %t4
}
