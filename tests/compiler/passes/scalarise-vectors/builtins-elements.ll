; A builtin that does the same to all elements is called for each; one that has no such form is inlined.
; RUN: weft-opt -weft-passes=scalarise-vectors %s | FileCheck %s

declare <2 x float> @_Z3sinDv2_f(<2 x float>) #1
declare float @_Z3dotDv2_fS_(<2 x float>, <2 x float>) #1

; CHECK-LABEL: define void @k(
; CHECK-DAG: %[[FIRST:.*]] = extractelement <2 x float> %v, i64 0
; CHECK-DAG: %[[SECOND:.*]] = extractelement <2 x float> %v, i64 1
; CHECK: call float @_Z3sinf(float %[[FIRST]])
; CHECK: call float @_Z3sinf(float %[[SECOND]])
; CHECK-NOT: call float @_Z3dot
; CHECK: fmul
; CHECK: ret void
define void @k(ptr %launch, ptr %group, <2 x float> %v) #0 {
  %sine = call <2 x float> @_Z3sinDv2_f(<2 x float> %v) #1
  %length = call float @_Z3dotDv2_fS_(<2 x float> %sine, <2 x float> %v) #1
  store float %length, ptr %launch
  ret void
}

attributes #0 = { "weft-kernel" }
attributes #1 = { memory(none) nounwind willreturn }
