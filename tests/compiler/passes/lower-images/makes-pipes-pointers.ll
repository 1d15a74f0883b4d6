; Pipes become addresses, reservations and null numbers, also in memory.
; RUN: weft-opt -weft-passes="lower-images" %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK: @id = internal addrspace(3) global i64 undef
@id = internal addrspace(3) global target("spirv.ReserveId") undef

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: ptr addrspace(1) "weft-pipe" %from, ptr addrspace(1) "weft-pipe" %to)
define spir_kernel void @k(target("spirv.Pipe", 0) %from, target("spirv.Pipe", 1) %to) {
  ; CHECK: %two = alloca [2 x i64]
  %two = alloca [2 x target("spirv.ReserveId")]
  ; CHECK: %r = call spir_func i64 @__reserve_read_pipe(ptr addrspace(1) %from, i32 1, i32 4, i32 4)
  %r = call spir_func target("spirv.ReserveId") @__reserve_read_pipe(target("spirv.Pipe", 0) %from, i32 1, i32 4, i32 4)
  ; CHECK: store i64 %r, ptr addrspace(3) @id
  store target("spirv.ReserveId") %r, ptr addrspace(3) @id
  ; CHECK: %ring = getelementptr i8, ptr addrspace(1) %to, i64 8
  %address = call ptr addrspace(1) @__weft_write_pipe(target("spirv.Pipe", 1) %to)
  %ring = getelementptr i8, ptr addrspace(1) %address, i64 8
  ; CHECK-NEXT: store i64 %r, ptr addrspace(1) %ring
  %number = call i64 @__weft_reservation_number(target("spirv.ReserveId") %r)
  store i64 %number, ptr addrspace(1) %ring
  ret void
}

declare spir_func target("spirv.ReserveId") @__reserve_read_pipe(target("spirv.Pipe", 0), i32, i32, i32)
declare ptr addrspace(1) @__weft_write_pipe(target("spirv.Pipe", 1))
declare i64 @__weft_reservation_number(target("spirv.ReserveId"))
