; fmin and fmax give the number where there is a NaN, and any of two zeros. Those of half stay, and so do others' functions.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func float @_Z4fminff(float, float)
declare spir_func <4 x double> @_Z4fmaxDv4_dd(<4 x double>, double)
declare spir_func half @_Z4fmaxDhDh(half, half)

; CHECK-LABEL: define void @k(
; CHECK: call nsz float @llvm.minimumnum.f32(float %x, float %y)
; CHECK: call nnan nsz float @llvm.minimumnum.f32(float %y, float %x)
; CHECK: %[[ALL:.*]] = shufflevector
; CHECK: call nsz <4 x double> @llvm.maximumnum.v4f64(<4 x double> %v, <4 x double> %[[ALL]])
; CHECK: call spir_func half @_Z4fmaxDhDh(
define void @k(float %x, float %y, <4 x double> %v, double %d, half %h, ptr %p) {
  %1 = call spir_func float @_Z4fminff(float %x, float %y)
  store volatile float %1, ptr %p
  %2 = call nnan spir_func float @_Z4fminff(float %y, float %x)
  store volatile float %2, ptr %p
  %3 = call spir_func <4 x double> @_Z4fmaxDv4_dd(<4 x double> %v, double %d)
  store volatile <4 x double> %3, ptr %p
  %4 = call spir_func half @_Z4fmaxDhDh(half %h, half %h)
  store volatile half %4, ptr %p
  ret void
}
