; What enqueues calls a function of the launch's enqueuer, with a request that has each argument in its place.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="lower-launch-calls" %t/all.ll | FileCheck %t/all.ll
; RUN: weft-opt -weft-passes="lower-launch-calls" %t/silent.ll | FileCheck %t/silent.ll
; RUN: not weft-opt -weft-passes="lower-launch-calls" %t/other.ll 2>&1 | FileCheck %t/other.ll

;--- all.ll
target triple = "spir64"

@name = internal constant [6 x i8] c"block\00"

; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK: %[[REQUEST:.*]] = alloca [80 x i8], align 8
; CHECK: %[[AT:.*]] = getelementptr inbounds i8, ptr %launch, i64 144
; CHECK: %[[ENQUEUER:.*]] = load ptr, ptr %[[AT]]{{.*}}!invariant.load
; CHECK-NOT: @_Z
define void @k(ptr %launch, ptr %group, i64 %queue, ptr %range, ptr %list, ptr %event, ptr %literal, ptr %sizes, ptr %out) "weft-kernel" {
  ; CHECK: %[[P0:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 0
  ; CHECK-NEXT: store i64 %queue, ptr %[[P0]], align 8
  ; CHECK-NEXT: %[[P1:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 56
  ; CHECK-NEXT: store i32 2, ptr %[[P1]], align 4
  ; CHECK-NEXT: %[[P2:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 8
  ; CHECK-NEXT: store ptr %range, ptr %[[P2]], align 8
  ; CHECK-NEXT: %[[P3:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 60
  ; CHECK-NEXT: store i32 3, ptr %[[P3]], align 4
  ; CHECK-NEXT: %[[P4:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 32
  ; CHECK-NEXT: store ptr %list, ptr %[[P4]], align 8
  ; CHECK-NEXT: %[[P5:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 40
  ; CHECK-NEXT: store ptr %event, ptr %[[P5]], align 8
  ; CHECK-NEXT: %[[P6:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 16
  ; CHECK-NEXT: store ptr @name, ptr %[[P6]], align 8
  ; CHECK-NEXT: %[[P7:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 24
  ; CHECK-NEXT: store ptr %literal, ptr %[[P7]], align 8
  ; CHECK-NEXT: %[[P8:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 64
  ; CHECK-NEXT: store i32 40, ptr %[[P8]], align 4
  ; CHECK-NEXT: %[[P9:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 68
  ; CHECK-NEXT: store i32 16, ptr %[[P9]], align 4
  ; CHECK-NEXT: %[[P10:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 72
  ; CHECK-NEXT: store i32 1, ptr %[[P10]], align 4
  ; CHECK-NEXT: %[[P11:.*]] = getelementptr inbounds i8, ptr %[[REQUEST]], i64 48
  ; CHECK-NEXT: store ptr %sizes, ptr %[[P11]], align 8
  ; CHECK: %[[ENQUEUE:.*]] = load ptr, ptr
  ; CHECK: %[[RESULT:.*]] = call i32 %[[ENQUEUE]](ptr %[[ENQUEUER]], ptr %group, ptr %[[REQUEST]])
  %result = call spir_func i32 @__weft_enqueue_kernel(i64 %queue, i32 2, ptr %range, i32 3, ptr %list, ptr %event, ptr @name, ptr %literal, i32 40, i32 16, i32 1, ptr %sizes)
  ; CHECK: store i32 %[[RESULT]], ptr %out
  store i32 %result, ptr %out

  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 8
  ; CHECK: call i32 %{{.*}}(ptr %[[ENQUEUER]], i64 %queue, i32 3, ptr %list, ptr %event)
  %marker = call spir_func i32 @_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_(i64 %queue, i32 3, ptr %list, ptr %event)
  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 16
  ; CHECK: %[[USER:.*]] = call i64 %{{.*}}(ptr %[[ENQUEUER]])
  %user = call spir_func i64 @_Z17create_user_eventv()
  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 24
  ; CHECK: call void %{{.*}}(ptr %[[ENQUEUER]], i64 %[[USER]], i32 -7)
  call spir_func void @_Z21set_user_event_status12ocl_clkeventi(i64 %user, i32 -7)
  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 32
  ; CHECK: call void %{{.*}}(ptr %[[ENQUEUER]], i64 %[[USER]])
  call spir_func void @_Z12retain_event12ocl_clkevent(i64 %user)
  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 40
  ; CHECK: call void %{{.*}}(ptr %[[ENQUEUER]], i64 %[[USER]])
  call spir_func void @_Z13release_event12ocl_clkevent(i64 %user)
  ; The ABI's answer is a number of 32 bits.
  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 48
  ; CHECK: %[[ANSWER:.*]] = call i32 %{{.*}}(ptr %[[ENQUEUER]], i64 %[[USER]])
  ; CHECK: %[[VALID:.*]] = icmp ne i32 %[[ANSWER]], 0
  ; CHECK: store i1 %[[VALID]], ptr %out
  %valid = call spir_func i1 @_Z14is_valid_event12ocl_clkevent(i64 %user)
  store i1 %valid, ptr %out
  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 56
  ; CHECK: call void %{{.*}}(ptr %[[ENQUEUER]], i64 %[[USER]], i32 1, ptr %out)
  call spir_func void @_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v(i64 %user, i32 1, ptr %out)
  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 64
  ; CHECK: call i64 %{{.*}}(ptr %[[ENQUEUER]])
  %default = call spir_func i64 @_Z17get_default_queuev()

  ; What is asked about a block is a number, and whether there is a range depends on it.
  ; CHECK: getelementptr inbounds i8, ptr %[[ENQUEUER]], i64 72
  ; CHECK: call i32 %{{.*}}(ptr %[[ENQUEUER]], i32 0, ptr null, ptr @name)
  %size = call spir_func i32 @__get_kernel_work_group_size_impl(ptr @name, ptr %literal)
  ; CHECK: call i32 %{{.*}}(ptr %[[ENQUEUER]], i32 1, ptr null, ptr @name)
  %multiple = call spir_func i32 @__get_kernel_preferred_work_group_size_multiple_impl(ptr @name, ptr %literal)
  ; CHECK: call i32 %{{.*}}(ptr %[[ENQUEUER]], i32 2, ptr %range, ptr @name)
  %lanes = call spir_func i32 @__get_kernel_max_sub_group_size_for_ndrange_impl(ptr %range, ptr @name, ptr %literal)
  ; CHECK: call i32 %{{.*}}(ptr %[[ENQUEUER]], i32 3, ptr %range, ptr @name)
  %count = call spir_func i32 @__get_kernel_sub_group_count_for_ndrange_impl(ptr %range, ptr @name, ptr %literal)
  ret void
}
; CHECK-NOT: declare spir_func
; CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}"weft-enqueues"

declare spir_func i32 @__weft_enqueue_kernel(i64, i32, ptr, i32, ptr, ptr, ptr, ptr, i32, i32, i32, ptr)
declare spir_func i32 @_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_(i64, i32, ptr, ptr)
declare spir_func i64 @_Z17create_user_eventv()
declare spir_func void @_Z21set_user_event_status12ocl_clkeventi(i64, i32)
declare spir_func void @_Z12retain_event12ocl_clkevent(i64)
declare spir_func void @_Z13release_event12ocl_clkevent(i64)
declare spir_func i1 @_Z14is_valid_event12ocl_clkevent(i64)
declare spir_func void @_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v(i64, i32, ptr)
declare spir_func i64 @_Z17get_default_queuev()
declare spir_func i32 @__get_kernel_work_group_size_impl(ptr, ptr)
declare spir_func i32 @__get_kernel_preferred_work_group_size_multiple_impl(ptr, ptr)
declare spir_func i32 @__get_kernel_max_sub_group_size_for_ndrange_impl(ptr, ptr, ptr)
declare spir_func i32 @__get_kernel_sub_group_count_for_ndrange_impl(ptr, ptr, ptr)

;--- silent.ll
; A function of the program that is called like one of these stays, and the kernel says nothing.
; CHECK: define void @k(ptr %launch, ptr %group) #[[KERNEL:.*]] {
; CHECK-NEXT: call spir_func void @_Z12retain_event12ocl_clkevent(i64 1)
; CHECK-NEXT: ret void
; CHECK: attributes #[[KERNEL]] = { "weft-kernel" }
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  call spir_func void @_Z12retain_event12ocl_clkevent(i64 1)
  ret void
}
define internal spir_func void @_Z12retain_event12ocl_clkevent(i64 %event) {
  ret void
}

;--- other.ll
; IL is anybody's: a call with other arguments is an error.
; CHECK: error: the function '_Z12retain_event12ocl_clkevent' is used otherwise than OpenCL C does
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  call spir_func void @_Z12retain_event12ocl_clkevent(i64 1, i64 2)
  ret void
}
declare spir_func void @_Z12retain_event12ocl_clkevent(i64, i64)
