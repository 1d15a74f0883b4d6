; Powers by a constant that is a multiple of a half, at most 8, are multiplications, a division and a square root. -inf to the
; power of a half is inf; powr takes no negative numbers. Other exponents, powr by 0, and halfs stay calls.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func float @_Z3powff(float, float)
declare spir_func <2 x double> @_Z3powDv2_dS_(<2 x double>, <2 x double>)
declare spir_func float @_Z4powrff(float, float)
declare spir_func float @_Z4pownfi(float, i32)
declare spir_func half @_Z3powDhDh(half, half)

; CHECK-LABEL: define void @k(
; CHECK-NEXT: %[[SQUARE:.*]] = fmul float %x, %x
; CHECK-NEXT: %[[FOURTH:.*]] = fmul float %[[SQUARE]], %[[SQUARE]]
; CHECK-NEXT: %[[FIFTH:.*]] = fmul float %x, %[[FOURTH]]
; CHECK-NEXT: store volatile float %[[FIFTH]]
; CHECK-NEXT: %[[NO_MINUS:.*]] = fadd float %x, 0.0
; CHECK-NEXT: %[[ROOT:.*]] = call float @llvm.sqrt.f32(float %[[NO_MINUS]])
; CHECK-NEXT: %[[MINUS:.*]] = fcmp oeq float %x, 0xFFF0000000000000
; CHECK-NEXT: select i1 %[[MINUS]], float 0x7FF0000000000000, float %[[ROOT]]
; CHECK-NEXT: store
; CHECK-NEXT: %[[PARTS:.*]] = fdiv <2 x double> splat (double 1.000000e+00), %v
; CHECK-NEXT: fmul <2 x double> %[[PARTS]], %[[PARTS]]
; CHECK-NEXT: store
; CHECK-NEXT: call spir_func <2 x double> @_Z3powDv2_dS_(
; CHECK-NEXT: store
; CHECK-NEXT: fadd float %x, 0.0
; CHECK: select i1 %{{.*}}, float 0x7FF8000000000000, float %{{.*}}
; CHECK-NEXT: store
; CHECK-NEXT: call spir_func float @_Z4powrff(
; CHECK-NEXT: store
; CHECK-NEXT: store volatile float 1.0{{.*}}
; CHECK-NEXT: call spir_func float @_Z3powff(
; CHECK-NEXT: store
; CHECK-NEXT: call spir_func half @_Z3powDhDh(
define void @k(float %x, <2 x double> %v, half %h, ptr %p) {
  %1 = call spir_func float @_Z3powff(float %x, float 5.0)
  store volatile float %1, ptr %p
  %2 = call spir_func float @_Z3powff(float %x, float 0.5)
  store volatile float %2, ptr %p
  %3 = call spir_func <2 x double> @_Z3powDv2_dS_(<2 x double> %v, <2 x double> splat (double -2.0))
  store volatile <2 x double> %3, ptr %p
  %4 = call spir_func <2 x double> @_Z3powDv2_dS_(<2 x double> %v, <2 x double> <double 2.0, double 3.0>)
  store volatile <2 x double> %4, ptr %p
  %5 = call spir_func float @_Z4powrff(float %x, float 3.0)
  store volatile float %5, ptr %p
  %6 = call spir_func float @_Z4powrff(float %x, float 0.0)
  store volatile float %6, ptr %p
  %7 = call spir_func float @_Z4pownfi(float %x, i32 0)
  store volatile float %7, ptr %p
  %8 = call spir_func float @_Z3powff(float %x, float 2.25)
  store volatile float %8, ptr %p
  %9 = call spir_func half @_Z3powDhDh(half %h, half 2.0)
  store volatile half %9, ptr %p
  ret void
}
