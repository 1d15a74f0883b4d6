; The relational functions are comparisons: 1 for scalars that hold, -1 for elements of vectors. A function of another type that
; has such a name isn't one of them.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func i32 @_Z7isequalff(float, float)
declare spir_func i32 @_Z10isnotequaldd(double, double)
declare spir_func <4 x i32> @_Z6islessDv4_fS_(<4 x float>, <4 x float>)
declare spir_func i32 @_Z5isnanf(float)
declare spir_func <2 x i64> @_Z5isinfDv2_d(<2 x double>)
declare spir_func i32 @_Z8isfinitef(float)
declare spir_func i32 @_Z8isnormalf(float)
declare spir_func i32 @_Z7signbitDh(half)
declare spir_func i32 @_Z7signbiti(i32)

; CHECK-LABEL: define void @scalars(
; CHECK: %[[EQUAL:.*]] = fcmp oeq float %x, %y
; CHECK: zext i1 %[[EQUAL]] to i32
; CHECK: fcmp une double %d, %d
; CHECK: fcmp uno float %x, %x
; CHECK: %[[SIZE:.*]] = call float @llvm.fabs.f32(float %x)
; CHECK: fcmp olt float %[[SIZE]], 0x7FF0000000000000
; CHECK: fcmp oge float %{{.*}}, 0x3810000000000000
; CHECK: fcmp olt float
; CHECK: and i1
; CHECK: %[[BITS:.*]] = bitcast half %h to i16
; CHECK: icmp slt i16 %[[BITS]], 0
; CHECK: call spir_func i32 @_Z7signbiti(i32 %i)
define void @scalars(float %x, float %y, double %d, half %h, i32 %i, ptr %p) {
  %1 = call spir_func i32 @_Z7isequalff(float %x, float %y)
  store volatile i32 %1, ptr %p
  %2 = call spir_func i32 @_Z10isnotequaldd(double %d, double %d)
  store volatile i32 %2, ptr %p
  %3 = call spir_func i32 @_Z5isnanf(float %x)
  store volatile i32 %3, ptr %p
  %4 = call spir_func i32 @_Z8isfinitef(float %x)
  store volatile i32 %4, ptr %p
  %5 = call spir_func i32 @_Z8isnormalf(float %x)
  store volatile i32 %5, ptr %p
  %6 = call spir_func i32 @_Z7signbitDh(half %h)
  store volatile i32 %6, ptr %p
  %7 = call spir_func i32 @_Z7signbiti(i32 %i)
  store volatile i32 %7, ptr %p
  ret void
}

; CHECK-LABEL: define void @vectors(
; CHECK: %[[LESS:.*]] = fcmp olt <4 x float> %v, %w
; CHECK: sext <4 x i1> %[[LESS]] to <4 x i32>
; CHECK: %[[SIZES:.*]] = call <2 x double> @llvm.fabs.v2f64(<2 x double> %d)
; CHECK: %[[INFINITE:.*]] = fcmp oeq <2 x double> %[[SIZES]], splat (double 0x7FF0000000000000)
; CHECK: sext <2 x i1> %[[INFINITE]] to <2 x i64>
define void @vectors(<4 x float> %v, <4 x float> %w, <2 x double> %d, ptr %p) {
  %1 = call spir_func <4 x i32> @_Z6islessDv4_fS_(<4 x float> %v, <4 x float> %w)
  store volatile <4 x i32> %1, ptr %p
  %2 = call spir_func <2 x i64> @_Z5isinfDv2_d(<2 x double> %d)
  store volatile <2 x i64> %2, ptr %p
  ret void
}
