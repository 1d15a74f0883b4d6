; A call of a function that nobody defines.
; RUN: not weft-opt --verify-spir64 %s 2>&1 | FileCheck %s
; CHECK: The program uses what is neither defined in it nor available on this device: system(char const*).

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare spir_func i32 @_Z6systemPKc(ptr)

define spir_kernel void @k() {
  %r = call spir_func i32 @_Z6systemPKc(ptr null)
  ret void
}
