; Conversions that are an instruction or a few, by the signs of both types. Those to and from half, those that round to float in another
; way than to the nearest, and saturated ones to integers that floats have no limits of, stay.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func <4 x i32> @_Z12convert_int4Dv4_h(<4 x i8>)
declare spir_func i64 @_Z12convert_longi(i32)
declare spir_func i8 @_Z13convert_ucharj(i32)
declare spir_func i8 @_Z17convert_uchar_rtpj(i32)
declare spir_func i8 @_Z17convert_uchar_sati(i32)
declare spir_func i8 @_Z16convert_char_satj(i32)
declare spir_func i8 @_Z16convert_char_sati(i32)
declare spir_func i8 @_Z17convert_uchar_satc(i8)
declare spir_func i64 @_Z21convert_ulong_sat_rtei(i32)
declare spir_func i64 @_Z16convert_long_satj(i32)
declare spir_func <4 x i16> @_Z19convert_ushort4_satDv4_i(<4 x i32>)
declare spir_func float @_Z13convert_floatj(i32)
declare spir_func double @_Z14convert_doublei(i32)
declare spir_func float @_Z17convert_float_rtei(i32)
declare spir_func float @_Z17convert_float_rtzi(i32)
declare spir_func half @_Z12convert_halfi(i32)
declare spir_func double @_Z18convert_double_rtpf(float)
declare spir_func float @_Z13convert_floatd(double)
declare spir_func float @_Z17convert_float_rtnd(double)
declare spir_func i32 @_Z11convert_intf(float)
declare spir_func i32 @_Z16convert_uint_rtef(float)
declare spir_func i64 @_Z16convert_long_rtpd(double)
declare spir_func <4 x i8> @_Z22convert_uchar4_sat_rtnDv4_f(<4 x float>)
declare spir_func i32 @_Z15convert_int_satd(double)
declare spir_func i32 @_Z15convert_int_satf(float)
declare spir_func i8 @_Z17convert_uchar_satDh(half)

; CHECK-LABEL: define void @of.integers(
; CHECK: zext <4 x i8> %v to <4 x i32>
; CHECK: sext i32 %a to i64
; CHECK: trunc i32 %a to i8
; CHECK: trunc i32 %a to i8
define void @of.integers(<4 x i8> %v, i32 %a, ptr %p) {
  %1 = call spir_func <4 x i32> @_Z12convert_int4Dv4_h(<4 x i8> %v)
  store volatile <4 x i32> %1, ptr %p
  %2 = call spir_func i64 @_Z12convert_longi(i32 %a)
  store volatile i64 %2, ptr %p
  %3 = call spir_func i8 @_Z13convert_ucharj(i32 %a)
  store volatile i8 %3, ptr %p
  %4 = call spir_func i8 @_Z17convert_uchar_rtpj(i32 %a)
  store volatile i8 %4, ptr %p
  ret void
}

; CHECK-LABEL: define void @saturated(
; CHECK: %[[A:.*]] = call i32 @llvm.smax.i32(i32 %a, i32 0)
; CHECK: %[[B:.*]] = call i32 @llvm.smin.i32(i32 %[[A]], i32 255)
; CHECK: trunc i32 %[[B]] to i8
; CHECK: %[[C:.*]] = call i32 @llvm.umin.i32(i32 %a, i32 127)
; CHECK: trunc i32 %[[C]] to i8
; CHECK: %[[D:.*]] = call i32 @llvm.smin.i32(i32 %a, i32 127)
; CHECK: %[[E:.*]] = call i32 @llvm.smax.i32(i32 %[[D]], i32 -128)
; CHECK: trunc i32 %[[E]] to i8
; CHECK: %[[F:.*]] = call i8 @llvm.smax.i8(i8 %c, i8 0)
; CHECK-NEXT: store volatile i8 %[[F]]
; CHECK: %[[G:.*]] = call i32 @llvm.smax.i32(i32 %a, i32 0)
; CHECK: sext i32 %[[G]] to i64
; CHECK: zext i32 %a to i64
; CHECK: %[[H:.*]] = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v, <4 x i32> zeroinitializer)
; CHECK: %[[I:.*]] = call <4 x i32> @llvm.smin.v4i32(<4 x i32> %[[H]], <4 x i32> splat (i32 65535))
; CHECK: trunc <4 x i32> %[[I]] to <4 x i16>
define void @saturated(<4 x i32> %v, i32 %a, i8 %c, ptr %p) {
  %1 = call spir_func i8 @_Z17convert_uchar_sati(i32 %a)
  store volatile i8 %1, ptr %p
  %2 = call spir_func i8 @_Z16convert_char_satj(i32 %a)
  store volatile i8 %2, ptr %p
  %3 = call spir_func i8 @_Z16convert_char_sati(i32 %a)
  store volatile i8 %3, ptr %p
  %4 = call spir_func i8 @_Z17convert_uchar_satc(i8 %c)
  store volatile i8 %4, ptr %p
  %5 = call spir_func i64 @_Z21convert_ulong_sat_rtei(i32 %a)
  store volatile i64 %5, ptr %p
  %6 = call spir_func i64 @_Z16convert_long_satj(i32 %a)
  store volatile i64 %6, ptr %p
  %7 = call spir_func <4 x i16> @_Z19convert_ushort4_satDv4_i(<4 x i32> %v)
  store volatile <4 x i16> %7, ptr %p
  ret void
}

; CHECK-LABEL: define void @to.floats(
; CHECK: uitofp i32 %a to float
; CHECK: sitofp i32 %a to double
; CHECK: sitofp i32 %a to float
; CHECK: @_Z17convert_float_rtzi(
; CHECK: @_Z12convert_halfi(
; CHECK: fpext float %f to double
; CHECK: fptrunc double %d to float
; CHECK: @_Z17convert_float_rtnd(
define void @to.floats(i32 %a, float %f, double %d, ptr %p) {
  %1 = call spir_func float @_Z13convert_floatj(i32 %a)
  store volatile float %1, ptr %p
  %2 = call spir_func double @_Z14convert_doublei(i32 %a)
  store volatile double %2, ptr %p
  %3 = call spir_func float @_Z17convert_float_rtei(i32 %a)
  store volatile float %3, ptr %p
  %4 = call spir_func float @_Z17convert_float_rtzi(i32 %a)
  store volatile float %4, ptr %p
  %5 = call spir_func half @_Z12convert_halfi(i32 %a)
  store volatile half %5, ptr %p
  %6 = call spir_func double @_Z18convert_double_rtpf(float %f)
  store volatile double %6, ptr %p
  %7 = call spir_func float @_Z13convert_floatd(double %d)
  store volatile float %7, ptr %p
  %8 = call spir_func float @_Z17convert_float_rtnd(double %d)
  store volatile float %8, ptr %p
  ret void
}

; CHECK-LABEL: define void @of.floats(
; CHECK: fptosi float %f to i32
; CHECK: %[[A:.*]] = call float @llvm.rint.f32(float %f)
; CHECK: fptoui float %[[A]] to i32
; CHECK: %[[B:.*]] = call double @llvm.ceil.f64(double %d)
; CHECK: fptosi double %[[B]] to i64
; CHECK: %[[C:.*]] = call <4 x float> @llvm.floor.v4f32(<4 x float> %v)
; CHECK: %[[ABOVE:.*]] = fcmp ogt <4 x float> %[[C]], zeroinitializer
; CHECK: %[[D:.*]] = select <4 x i1> %[[ABOVE]], <4 x float> %[[C]], <4 x float> zeroinitializer
; CHECK: %[[BELOW:.*]] = fcmp olt <4 x float> %[[D]], splat (float 2.550000e+02)
; CHECK: %[[E:.*]] = select <4 x i1> %[[BELOW]], <4 x float> %[[D]], <4 x float> splat (float 2.550000e+02)
; CHECK: fptoui <4 x float> %[[E]] to <4 x i8>
; CHECK: %[[NUMBER:.*]] = fcmp ord double %d, %d
; CHECK: %[[OR_ZERO:.*]] = select i1 %[[NUMBER]], double %d, double 0.000000e+00
; CHECK: fcmp ogt double %[[OR_ZERO]], 0xC1E0000000000000
; CHECK: fcmp olt double %{{.*}}, 0x41DFFFFFFFC00000
; CHECK: fptosi double %{{.*}} to i32
; CHECK: @_Z15convert_int_satf(
; CHECK: @_Z17convert_uchar_satDh(
define void @of.floats(<4 x float> %v, float %f, double %d, half %h, ptr %p) {
  %1 = call spir_func i32 @_Z11convert_intf(float %f)
  store volatile i32 %1, ptr %p
  %2 = call spir_func i32 @_Z16convert_uint_rtef(float %f)
  store volatile i32 %2, ptr %p
  %3 = call spir_func i64 @_Z16convert_long_rtpd(double %d)
  store volatile i64 %3, ptr %p
  %4 = call spir_func <4 x i8> @_Z22convert_uchar4_sat_rtnDv4_f(<4 x float> %v)
  store volatile <4 x i8> %4, ptr %p
  %5 = call spir_func i32 @_Z15convert_int_satd(double %d)
  store volatile i32 %5, ptr %p
  %6 = call spir_func i32 @_Z15convert_int_satf(float %f)
  store volatile i32 %6, ptr %p
  %7 = call spir_func i8 @_Z17convert_uchar_satDh(half %h)
  store volatile i8 %7, ptr %p
  ret void
}
