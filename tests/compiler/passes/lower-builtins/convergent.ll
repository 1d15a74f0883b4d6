; Clang takes every function for one in which work-items may meet. Builtins that access no memory are not, but for
; collectives of a sub-group; who might have a barrier stays.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

; CHECK: declare spir_func float @_Z3expf(float) [[PURE:#[0-9]+]]
declare spir_func float @_Z3expf(float) convergent willreturn memory(none)
; CHECK: declare i32 @__weft_sub_group_reduce_add_uint(i32) [[COLLECTIVE:#[0-9]+]]
declare i32 @__weft_sub_group_reduce_add_uint(i32) convergent memory(none)
; CHECK: declare spir_func float @_Z5otherf(float) [[ANY:#[0-9]+]]
declare spir_func float @_Z5otherf(float) convergent

; CHECK: call spir_func float @_Z3expf(float %x) [[CALL:#[0-9]+]]
; CHECK: attributes [[PURE]] = { willreturn memory(none) }
; CHECK: attributes [[COLLECTIVE]] = { convergent memory(none) }
; CHECK: attributes [[ANY]] = { convergent }
; CHECK: attributes [[CALL]] = { nounwind }
define void @k(float %x, i32 %i, ptr %p) {
  %1 = call spir_func float @_Z3expf(float %x) convergent nounwind
  store volatile float %1, ptr %p
  %2 = call i32 @__weft_sub_group_reduce_add_uint(i32 %i) convergent
  store volatile i32 %2, ptr %p
  %3 = call spir_func float @_Z5otherf(float %x) convergent
  store volatile float %3, ptr %p
  ret void
}
