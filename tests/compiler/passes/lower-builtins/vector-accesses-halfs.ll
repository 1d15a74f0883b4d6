; Halfs in memory are loaded and stored as such, with a conversion: scalars, vectors aligned like an element or whole,
; and three that take the room of four where they are aligned. What is rounded in another way, or from double, stays.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func float @_Z10vload_halfmPU3AS1KDh(i64, ptr addrspace(1))
declare spir_func <3 x float> @_Z12vloada_half3mPU3AS1KDh(i64, ptr addrspace(1))
declare spir_func void @_Z12vstore_half4Dv4_fmPU3AS1Dh(<4 x float>, i64, ptr addrspace(1))
declare spir_func void @_Z17vstorea_half8_rteDv8_fmPU3AS3Dh(<8 x float>, i64, ptr addrspace(3))
declare spir_func void @_Z15vstore_half_rtzfmPU3AS1Dh(float, i64, ptr addrspace(1))
declare spir_func void @_Z11vstore_halfdmPU3AS1Dh(double, i64, ptr addrspace(1))

; CHECK-LABEL: define void @k(
; CHECK: %[[PLACE:.*]] = getelementptr half, ptr addrspace(1) %p, i64
; CHECK: %[[HALF:.*]] = load half, ptr addrspace(1) %[[PLACE]], align 2
; CHECK: %[[FLOAT:.*]] = fpext half %[[HALF]] to float
; CHECK: store volatile float %[[FLOAT]]
; CHECK: mul i64 %i, 4
; CHECK: load <3 x half>, ptr addrspace(1) %{{.*}}, align 8
; CHECK: mul i64 %i, 4
; CHECK: fptrunc <4 x float> %v to <4 x half>
; CHECK: store <4 x half> %{{.*}}, ptr addrspace(1) %{{.*}}, align 2
; CHECK: mul i64 %i, 8
; CHECK: store <8 x half> %{{.*}}, ptr addrspace(3) %{{.*}}, align 16
; CHECK: call spir_func void @_Z15vstore_half_rtzfmPU3AS1Dh(
; CHECK: call spir_func void @_Z11vstore_halfdmPU3AS1Dh(
define void @k(i64 %i, ptr addrspace(1) %p, ptr addrspace(3) %l, <4 x float> %v, <8 x float> %w, double %d, ptr %q) {
  %1 = call spir_func float @_Z10vload_halfmPU3AS1KDh(i64 %i, ptr addrspace(1) %p)
  store volatile float %1, ptr %q
  %2 = call spir_func <3 x float> @_Z12vloada_half3mPU3AS1KDh(i64 %i, ptr addrspace(1) %p)
  store volatile <3 x float> %2, ptr %q
  call spir_func void @_Z12vstore_half4Dv4_fmPU3AS1Dh(<4 x float> %v, i64 %i, ptr addrspace(1) %p)
  call spir_func void @_Z17vstorea_half8_rteDv8_fmPU3AS3Dh(<8 x float> %w, i64 %i, ptr addrspace(3) %l)
  call spir_func void @_Z15vstore_half_rtzfmPU3AS1Dh(float %1, i64 %i, ptr addrspace(1) %p)
  call spir_func void @_Z11vstore_halfdmPU3AS1Dh(double %d, i64 %i, ptr addrspace(1) %p)
  ret void
}
