; Another data layout.
; RUN: not weft-opt --verify-spir64 %s 2>&1 | FileCheck %s
; CHECK: The program can't be used: its data layout is 'e-i64:64-G1'.

target datalayout = "e-i64:64-G1"
target triple = "spir64"

define spir_kernel void @k() {
  ret void
}
