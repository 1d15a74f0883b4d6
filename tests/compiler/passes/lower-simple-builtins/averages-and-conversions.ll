; Averages and differences of integers that never need more bits than these; conversions from integers by their sign.
; Saturated and rounded ones, those to half and those from floats stay.
; RUN: weft-opt -weft-passes=lower-simple-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func i8 @_Z4haddhh(i8, i8)
declare spir_func i8 @_Z5rhaddcc(i8, i8)
declare spir_func i32 @_Z8abs_diffii(i32, i32)
declare spir_func <4 x i32> @_Z12convert_int4Dv4_h(<4 x i8>)
declare spir_func i64 @_Z12convert_longi(i32)
declare spir_func i8 @_Z13convert_ucharj(i32)
declare spir_func float @_Z13convert_floatj(i32)
declare spir_func double @_Z14convert_doublei(i32)
declare spir_func i8 @_Z17convert_uchar_sati(i32)
declare spir_func float @_Z17convert_float_rtzi(i32)
declare spir_func half @_Z12convert_halfi(i32)
declare spir_func i32 @_Z11convert_intf(float)

; CHECK-LABEL: define void @averages(
; CHECK: %[[DIFFERENCE:.*]] = xor i8 %a, %b
; CHECK: %[[HALF:.*]] = lshr i8 %[[DIFFERENCE]], 1
; CHECK: add i8 %{{.*}}, %[[HALF]]
; CHECK: %[[OR:.*]] = or i8 %a, %b
; CHECK: %[[OTHER:.*]] = ashr i8 %{{.*}}, 1
; CHECK: sub i8 %[[OR]], %[[OTHER]]
; CHECK: %[[MOST:.*]] = call i32 @llvm.smax.i32(i32 %c, i32 %d)
; CHECK: %[[LEAST:.*]] = call i32 @llvm.smin.i32(i32 %c, i32 %d)
; CHECK: sub i32 %[[MOST]], %[[LEAST]]
define void @averages(i8 %a, i8 %b, i32 %c, i32 %d, ptr %p) {
  %1 = call spir_func i8 @_Z4haddhh(i8 %a, i8 %b)
  store volatile i8 %1, ptr %p
  %2 = call spir_func i8 @_Z5rhaddcc(i8 %a, i8 %b)
  store volatile i8 %2, ptr %p
  %3 = call spir_func i32 @_Z8abs_diffii(i32 %c, i32 %d)
  store volatile i32 %3, ptr %p
  ret void
}

; CHECK-LABEL: define void @conversions(
; CHECK: zext <4 x i8> %v to <4 x i32>
; CHECK: sext i32 %a to i64
; CHECK: trunc i32 %a to i8
; CHECK: uitofp i32 %a to float
; CHECK: sitofp i32 %a to double
; CHECK: @_Z17convert_uchar_sati(
; CHECK: @_Z17convert_float_rtzi(
; CHECK: @_Z12convert_halfi(
; CHECK: @_Z11convert_intf(
define void @conversions(<4 x i8> %v, i32 %a, float %f, ptr %p) {
  %1 = call spir_func <4 x i32> @_Z12convert_int4Dv4_h(<4 x i8> %v)
  store volatile <4 x i32> %1, ptr %p
  %2 = call spir_func i64 @_Z12convert_longi(i32 %a)
  store volatile i64 %2, ptr %p
  %3 = call spir_func i8 @_Z13convert_ucharj(i32 %a)
  store volatile i8 %3, ptr %p
  %4 = call spir_func float @_Z13convert_floatj(i32 %a)
  store volatile float %4, ptr %p
  %5 = call spir_func double @_Z14convert_doublei(i32 %a)
  store volatile double %5, ptr %p
  %6 = call spir_func i8 @_Z17convert_uchar_sati(i32 %a)
  store volatile i8 %6, ptr %p
  %7 = call spir_func float @_Z17convert_float_rtzi(i32 %a)
  store volatile float %7, ptr %p
  %8 = call spir_func half @_Z12convert_halfi(i32 %a)
  store volatile half %8, ptr %p
  %9 = call spir_func i32 @_Z11convert_intf(float %f)
  store volatile i32 %9, ptr %p
  ret void
}
