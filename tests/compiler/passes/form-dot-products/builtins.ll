; The builtins on bytes are dot products; those with a sum saturate it.
; RUN: weft-opt -weft-passes=form-dot-products %s | FileCheck %s
declare i32 @_Z3dotDv4_cS_(<4 x i8>, <4 x i8>)
declare i32 @_Z3dotDv4_cDv4_h(<4 x i8>, <4 x i8>)
declare i32 @_Z11dot_acc_satDv4_hS_j(<4 x i8>, <4 x i8>, i32)
declare i32 @_Z29dot_acc_sat_4x8packed_ss_intjji(i32, i32, i32)
declare float @_Z3dotDv4_fS_(<4 x float>, <4 x float>)

; CHECK-LABEL: define i32 @chars(
; CHECK-DAG: %[[X:.*]] = bitcast <4 x i8> %x to i32
; CHECK-DAG: %[[Y:.*]] = bitcast <4 x i8> %y to i32
; CHECK: call i32 @weft.dot.8.ss(i32 %[[X]], i32 %[[Y]])
define i32 @chars(<4 x i8> %x, <4 x i8> %y) {
  %dot = call i32 @_Z3dotDv4_cS_(<4 x i8> %x, <4 x i8> %y)
  ret i32 %dot
}

; CHECK-LABEL: define i32 @signed_first(
; CHECK-DAG: %[[X:.*]] = bitcast <4 x i8> %x to i32
; CHECK-DAG: %[[Y:.*]] = bitcast <4 x i8> %y to i32
; CHECK: call i32 @weft.dot.8.us(i32 %[[Y]], i32 %[[X]])
define i32 @signed_first(<4 x i8> %x, <4 x i8> %y) {
  %dot = call i32 @_Z3dotDv4_cDv4_h(<4 x i8> %x, <4 x i8> %y)
  ret i32 %dot
}

; CHECK-LABEL: define i32 @saturated(
; CHECK: %[[DOT:.*]] = call i32 @weft.dot.8.uu(
; CHECK: call i32 @llvm.uadd.sat.i32(i32 %[[DOT]], i32 %sum)
define i32 @saturated(<4 x i8> %x, <4 x i8> %y, i32 %sum) {
  %dot = call i32 @_Z11dot_acc_satDv4_hS_j(<4 x i8> %x, <4 x i8> %y, i32 %sum)
  ret i32 %dot
}

; CHECK-LABEL: define i32 @packed(
; CHECK: %[[DOT:.*]] = call i32 @weft.dot.8.ss(i32 %x, i32 %y)
; CHECK: call i32 @llvm.sadd.sat.i32(i32 %[[DOT]], i32 %sum)
define i32 @packed(i32 %x, i32 %y, i32 %sum) {
  %dot = call i32 @_Z29dot_acc_sat_4x8packed_ss_intjji(i32 %x, i32 %y, i32 %sum)
  ret i32 %dot
}

; CHECK-LABEL: define float @floats(
; CHECK: call float @_Z3dotDv4_fS_(
define float @floats(<4 x float> %x, <4 x float> %y) {
  %dot = call float @_Z3dotDv4_fS_(<4 x float> %x, <4 x float> %y)
  ret float %dot
}
