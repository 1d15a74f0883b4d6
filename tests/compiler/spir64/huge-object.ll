; An object that no process has room for.
; RUN: not weft-opt --verify-spir64 %s 2>&1 | FileCheck %s
; CHECK: The program can't be used: it has objects of more than 140737488355328 bytes.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

define spir_kernel void @k() {
  %v = alloca [1099511627776 x [1099511627776 x i8]]
  ret void
}
