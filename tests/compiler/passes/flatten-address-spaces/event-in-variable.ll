; An event that a variable holds becomes a pointer, which the code generator can store and load.
; RUN: weft-opt -weft-passes="flatten-address-spaces" %s | FileCheck %s

; CHECK-LABEL: define ptr @f(
; CHECK: %variable = alloca [2 x ptr]
; CHECK: store ptr null, ptr %variable
; CHECK: %event = load ptr, ptr %variable
; CHECK: ret ptr %event
define target("spirv.Event") @f() {
  %variable = alloca [2 x target("spirv.Event")]
  store target("spirv.Event") zeroinitializer, ptr %variable
  %event = load target("spirv.Event"), ptr %variable
  ret target("spirv.Event") %event
}
