; Arrays stay as they are if an access is volatile, of another size, or across elements, or if their address is stored,
; chosen or given to a function.
; RUN: weft-opt -weft-passes=interleave-private-arrays %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare void @keep(ptr)

; CHECK-LABEL: define void @kernel(
; CHECK-NOT: weft.lane
define void @kernel(i64 %i, i1 %c, ptr addrspace(1) %out) "weft-kernel" "weft-schedule"="width=8" {
  %volatile = alloca [6 x i32]
  %bytes = alloca [6 x i32]
  %across = alloca [6 x i32]
  %stored = alloca [6 x i32]
  %chosen = alloca [6 x i32]
  %given = alloca [6 x i32]
  %filled = alloca [100 x i32]
  store volatile i32 1, ptr %volatile
  store i32 1, ptr %bytes
  %byte = getelementptr i8, ptr %bytes, i64 %i
  store i8 1, ptr %byte
  %between = getelementptr i8, ptr %across, i64 2
  store i32 1, ptr %between
  store i32 1, ptr %stored
  store ptr %stored, ptr addrspace(1) %out
  %one = getelementptr i32, ptr %chosen, i64 %i
  %either = select i1 %c, ptr %one, ptr %chosen
  store i32 1, ptr %either
  store i32 1, ptr %given
  call void @keep(ptr %given)
  store i32 1, ptr %filled
  call void @llvm.memset.p0.i64(ptr %filled, i8 0, i64 400, i1 false)
  ret void
}
