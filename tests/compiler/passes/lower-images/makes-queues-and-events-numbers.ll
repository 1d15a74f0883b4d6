; Queues on the device and events of its commands become numbers of 64 bits, also in memory.
; RUN: weft-opt -weft-passes="lower-images" %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: i64 %queue, ptr addrspace(1) %out)
define spir_kernel void @k(target("spirv.Queue") %queue, ptr addrspace(1) %out) {
  ; CHECK: %events = alloca [2 x i64]
  %events = alloca [2 x target("spirv.DeviceEvent")]
  ; CHECK: %event = call spir_func i64 @_Z17create_user_eventv()
  %event = call spir_func target("spirv.DeviceEvent") @_Z17create_user_eventv()
  ; CHECK: store i64 %event, ptr %events
  store target("spirv.DeviceEvent") %event, ptr %events
  ; CHECK: call spir_func i32 @_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_(i64 %queue, i32 0, ptr addrspace(4) null, ptr addrspace(4) null)
  %r = call spir_func i32 @_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_(target("spirv.Queue") %queue, i32 0, ptr addrspace(4) null, ptr addrspace(4) null)
  ret void
}
; CHECK-NOT: spirv.

declare spir_func target("spirv.DeviceEvent") @_Z17create_user_eventv()
declare spir_func i32 @_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_(target("spirv.Queue"), i32, ptr addrspace(4), ptr addrspace(4))
