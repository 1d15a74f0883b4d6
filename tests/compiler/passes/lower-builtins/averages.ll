; Averages and differences of integers that never need more bits than these.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func i8 @_Z4haddhh(i8, i8)
declare spir_func i8 @_Z5rhaddcc(i8, i8)
declare spir_func i32 @_Z8abs_diffii(i32, i32)

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
