; Ids that a kernel has as int are divided by positive constants as numbers without sign; not what has fewer bits than an
; id, sums, or by anything else.
; RUN: weft-opt -weft-passes=lower-work-item-functions %s | FileCheck %s
target triple = "spir64"
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define void @k(
; CHECK: %row = udiv i32 %l, 16
; CHECK: %column = urem i32 %l, 16
; CHECK: %global.row = udiv i32 %g, 9
; CHECK: %whole = urem i64 %{{.*}}, 9
; CHECK: %short = sdiv i16 %few, 9
; CHECK: %back = sdiv i32 %l, -9
; CHECK: %above = srem i32 %next, 16
; CHECK: %by = sdiv i32 %l, %width
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %out, i32 %width) #0 {
  %local = call spir_func i64 @_Z12get_local_idj(i32 0)
  %global = call spir_func i64 @_Z13get_global_idj(i32 0)
  %l = trunc i64 %local to i32
  %g = trunc i64 %global to i32
  %row = sdiv i32 %l, 16
  %column = srem i32 %l, 16
  %global.row = sdiv i32 %g, 9
  %whole = srem i64 %global, 9
  %few = trunc i64 %local to i16
  %short = sdiv i16 %few, 9
  %back = sdiv i32 %l, -9
  %next = add nsw i32 %l, 1
  %above = srem i32 %next, 16
  %by = sdiv i32 %l, %width
  %a = add i32 %row, %column
  %b = add i32 %a, %global.row
  %c = add i32 %b, %back
  %d = add i32 %c, %above
  %e = add i32 %d, %by
  %f = sext i16 %short to i32
  %h = add i32 %e, %f
  store i32 %h, ptr addrspace(1) %out
  store i64 %whole, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "weft-kernel" }
