; Builtins of one or two instructions become these, by the type of their elements; functions of their names that are not
; the builtins stay.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func i32 @_Z3minjj(i32, i32)
declare spir_func <4 x i16> @_Z3maxDv4_ss(<4 x i16>, i16)
declare spir_func float @_Z5clampfff(float, float, float)
declare spir_func i8 @_Z3absa(i8)
declare spir_func i8 @_Z3absh(i8)
declare spir_func i32 @_Z5mad24iii(i32, i32, i32)
declare spir_func <2 x i64> @_Z6rotateDv2_mS_(<2 x i64>, <2 x i64>)
declare spir_func <2 x float> @_Z6selectDv2_fS_Dv2_i(<2 x float>, <2 x float>, <2 x i32>)
declare spir_func double @_Z6selectddl(double, double, i64)
declare spir_func i32 @_Z7sub_satjj(i32, i32)
declare spir_func half @_Z4fabsDh(half)
declare spir_func float @_Z3fmafff(float, float, float)
declare spir_func <2 x float> @_Z3madDv2_fS_S_(<2 x float>, <2 x float>, <2 x float>)
declare spir_func half @_Z3fmaDhDhDh(half, half, half)
declare spir_func half @_Z3madDhDhDh(half, half, half)
declare spir_func i32 @_Z3minPU3AS1ii(ptr addrspace(1), i32)
declare spir_func i32 @_Z5clampii(i32, i32)

; CHECK-LABEL: define void @integers(
; CHECK: call i32 @llvm.umin.i32(i32 %a, i32 %b)
; CHECK: %[[ALL:.*]] = shufflevector
; CHECK: call <4 x i16> @llvm.smax.v4i16(<4 x i16> %v, <4 x i16> %[[ALL]])
; CHECK: call i8 @llvm.abs.i8(i8 %c, i1 false)
; CHECK: store volatile i8 %c, ptr %p
; CHECK: %[[PRODUCT:.*]] = mul i32 %a, %b
; CHECK: add i32 %[[PRODUCT]], %a
; CHECK: call <2 x i64> @llvm.fshl.v2i64(<2 x i64> %w, <2 x i64> %w, <2 x i64> splat (i64 7))
; CHECK: call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
; CHECK: call spir_func i32 @_Z3minPU3AS1ii(
; CHECK: call spir_func i32 @_Z5clampii(
define void @integers(i32 %a, i32 %b, <4 x i16> %v, i16 %s, i8 %c, <2 x i64> %w, ptr addrspace(1) %g, ptr %p) {
  %1 = call spir_func i32 @_Z3minjj(i32 %a, i32 %b)
  store volatile i32 %1, ptr %p
  %2 = call spir_func <4 x i16> @_Z3maxDv4_ss(<4 x i16> %v, i16 %s)
  store volatile <4 x i16> %2, ptr %p
  %3 = call spir_func i8 @_Z3absa(i8 %c)
  store volatile i8 %3, ptr %p
  %4 = call spir_func i8 @_Z3absh(i8 %c)
  store volatile i8 %4, ptr %p
  %5 = call spir_func i32 @_Z5mad24iii(i32 %a, i32 %b, i32 %a)
  store volatile i32 %5, ptr %p
  %6 = call spir_func <2 x i64> @_Z6rotateDv2_mS_(<2 x i64> %w, <2 x i64> splat (i64 7))
  store volatile <2 x i64> %6, ptr %p
  %7 = call spir_func i32 @_Z7sub_satjj(i32 %a, i32 %b)
  store volatile i32 %7, ptr %p
  %8 = call spir_func i32 @_Z3minPU3AS1ii(ptr addrspace(1) %g, i32 %a)
  %9 = call spir_func i32 @_Z5clampii(i32 %a, i32 %b)
  ret void
}

; CHECK-LABEL: define void @floats(
; CHECK: %[[ABOVE:.*]] = fcmp olt float %x, %y
; CHECK: %[[LARGER:.*]] = select i1 %[[ABOVE]], float %y, float %x
; CHECK: %[[BELOW:.*]] = fcmp olt float %z, %[[LARGER]]
; CHECK: select i1 %[[BELOW]], float %z, float %[[LARGER]]
; CHECK: %[[TOP:.*]] = icmp slt <2 x i32> %m, zeroinitializer
; CHECK: select <2 x i1> %[[TOP]], <2 x float> %v, <2 x float> %u
; CHECK: %[[ANY:.*]] = icmp ne i64 %n, 0
; CHECK: select i1 %[[ANY]], double %e, double %d
; CHECK: call half @llvm.fabs.f16(half %h)
; CHECK: call float @llvm.fma.f32(float %x, float %y, float %z)
; CHECK: call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %u, <2 x float> %v, <2 x float> %u)
; CHECK: call spir_func half @_Z3fmaDhDhDh(half %h, half %h, half %h)
; CHECK: call spir_func half @_Z3madDhDhDh(half %h, half %h, half %h)
define void @floats(float %x, float %y, float %z, <2 x float> %u, <2 x float> %v, <2 x i32> %m, double %d, double %e,
                    i64 %n, half %h, ptr %p) {
  %1 = call spir_func float @_Z5clampfff(float %x, float %y, float %z)
  store volatile float %1, ptr %p
  %2 = call spir_func <2 x float> @_Z6selectDv2_fS_Dv2_i(<2 x float> %u, <2 x float> %v, <2 x i32> %m)
  store volatile <2 x float> %2, ptr %p
  %3 = call spir_func double @_Z6selectddl(double %d, double %e, i64 %n)
  store volatile double %3, ptr %p
  %4 = call spir_func half @_Z4fabsDh(half %h)
  store volatile half %4, ptr %p
  %5 = call spir_func float @_Z3fmafff(float %x, float %y, float %z)
  store volatile float %5, ptr %p
  %6 = call spir_func <2 x float> @_Z3madDv2_fS_S_(<2 x float> %u, <2 x float> %v, <2 x float> %u)
  store volatile <2 x float> %6, ptr %p
  %7 = call spir_func half @_Z3fmaDhDhDh(half %h, half %h, half %h)
  store volatile half %7, ptr %p
  %8 = call spir_func half @_Z3madDhDhDh(half %h, half %h, half %h)
  store volatile half %8, ptr %p
  ret void
}

declare spir_func <2 x float> @_Z6sincosDv2_fPU3AS3S_(<2 x float>, ptr addrspace(3))
; CHECK-LABEL: define void @both(
; CHECK: %[[COSINE:.*]] = call spir_func <2 x float> @_Z3cosDv2_f(<2 x float> %v)
; CHECK: store <2 x float> %[[COSINE]], ptr addrspace(3) %p
; CHECK: %[[SINE:.*]] = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %v)
; CHECK: store volatile <2 x float> %[[SINE]], ptr addrspace(3) %p
define void @both(<2 x float> %v, ptr addrspace(3) %p) {
  %1 = call spir_func <2 x float> @_Z6sincosDv2_fPU3AS3S_(<2 x float> %v, ptr addrspace(3) %p)
  store volatile <2 x float> %1, ptr addrspace(3) %p
  ret void
}
