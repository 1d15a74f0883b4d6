; A copy's own event follows from what it is told of; each event of a wait is told of; what copies is marked.
; RUN: weft-opt -weft-passes="link-opencl-builtins" %s | FileCheck %s
; RUN: sed 's/barriers,races/races/' %s | weft-opt -weft-passes="link-opencl-builtins" | FileCheck %s --check-prefix=RACES
; RUN: sed 's/barriers,races/values/' %s | weft-opt -weft-passes="link-opencl-builtins" | FileCheck %s --check-prefix=OTHERS

; CHECK-LABEL: define void @k(
; CHECK: %e = alloca i64
; CHECK: %copy = call i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 4, i64 0)
; CHECK-DAG: %[[TO:.*]] = ptrtoint ptr addrspace(3) %to to i64
; CHECK-DAG: %[[FROM:.*]] = ptrtoint ptr addrspace(1) %from to i64
; CHECK: %[[MADE:.*]] = call i64 @weft.copy.made(i64 %[[TO]], i64 %[[FROM]], i64 {{.*}}, i64 0)
; CHECK: store i64 %[[MADE]], ptr %e
; CHECK: %[[EVENT:.*]] = load i64, ptr
; CHECK: call void @weft.copy.awaited(i64 %[[EVENT]])
; CHECK: call void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %e)
; CHECK: load i32, ptr addrspace(1) %from{{.*}}, !weft.by.copy
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %to{{.*}}, !weft.by.copy
; RACES-NOT: weft.copy
; RACES: load i32, ptr addrspace(1) %from{{.*}}, !weft.by.copy
; OTHERS-NOT: weft.copy
; OTHERS-NOT: weft.by.copy
; OTHERS: ret void
target triple = "spir64"

define void @k(ptr addrspace(3) %to, ptr addrspace(1) %from) #0 {
  %e = alloca target("spirv.Event")
  %copy = call target("spirv.Event") @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 4, target("spirv.Event") zeroinitializer)
  store target("spirv.Event") %copy, ptr %e
  call void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %e)
  ret void
}

define internal target("spirv.Event") @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, target("spirv.Event") %event) {
  %x = load i32, ptr addrspace(1) %from
  store i32 %x, ptr addrspace(3) %to
  ret target("spirv.Event") %event
}

define internal void @_Z17wait_group_eventsiP9ocl_event(i32 %n, ptr %events) {
  ret void
}

attributes #0 = { "weft-kernel" "weft-checks"="barriers,races" }
