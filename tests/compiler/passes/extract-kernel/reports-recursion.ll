; OpenCL C has no recursion; the error names a function of the circle.
; RUN: not weft-opt -weft-passes="extract-kernel<k>" %s 2>&1 | FileCheck %s

; CHECK: error: recursion is not allowed in OpenCL C: function '{{f|g}}' calls itself
define spir_func i32 @f(i32 %n) {
  %r = call spir_func i32 @g(i32 %n)
  ret i32 %r
}

define spir_func i32 @g(i32 %n) {
  %r = call spir_func i32 @f(i32 %n)
  ret i32 %r
}

define spir_kernel void @k(ptr addrspace(1) %p) {
  %r = call spir_func i32 @f(i32 1)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
