; Permutations by constants, of which the bits that name an element count; others stay.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func <4 x float> @_Z7shuffleDv8_fDv4_j(<8 x float>, <4 x i32>)
declare spir_func <8 x i8> @_Z8shuffle2Dv4_hS_Dv8_h(<4 x i8>, <4 x i8>, <8 x i8>)

; CHECK-LABEL: define void @shuffles(
; CHECK: %a = shufflevector <8 x float> %f, <8 x float> poison, <4 x i32> <i32 7, i32 0, i32 1, i32 1>
; CHECK: %b = shufflevector <4 x i8> %x, <4 x i8> %y, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 7, i32 7, i32 0, i32 1>
; CHECK: %c = call spir_func <4 x float> @_Z7shuffleDv8_fDv4_j(<8 x float> %f, <4 x i32> %mask)
define void @shuffles(<8 x float> %f, <4 x i8> %x, <4 x i8> %y, <4 x i32> %mask, ptr %p) {
  %a = call spir_func <4 x float> @_Z7shuffleDv8_fDv4_j(<8 x float> %f, <4 x i32> <i32 7, i32 0, i32 9, i32 -7>)
  store volatile <4 x float> %a, ptr %p
  %b = call spir_func <8 x i8> @_Z8shuffle2Dv4_hS_Dv8_h(<4 x i8> %x, <4 x i8> %y, <8 x i8> <i8 0, i8 4, i8 1, i8 5, i8 7, i8 15, i8 8, i8 -7>)
  store volatile <8 x i8> %b, ptr %p
  %c = call spir_func <4 x float> @_Z7shuffleDv8_fDv4_j(<8 x float> %f, <4 x i32> %mask)
  store volatile <4 x float> %c, ptr %p
  ret void
}
