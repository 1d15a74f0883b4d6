; A variable that nobody defines.
; RUN: not weft-opt --verify-spir64 %s 2>&1 | FileCheck %s
; CHECK: The program uses what is neither defined in it nor available on this device: errno.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@errno = external addrspace(1) global i32

define spir_kernel void @k() {
  store i32 0, ptr addrspace(1) @errno
  ret void
}
