; A function that catches exceptions.
; RUN: not weft-opt --verify-spir64 %s 2>&1 | FileCheck %s
; CHECK: The program can't be used: the function k asks for what OpenCL C has no words for.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare spir_func i32 @personality(...)
declare spir_func void @f()

define spir_kernel void @k() personality ptr @personality {
  invoke spir_func void @f() to label %done unwind label %caught
done:
  ret void
caught:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
