; weftKernelInfo holds what the attributes say; a third parameter means fibers; kernels that enqueue kernels or use
; sub-groups, and those whose sums may be reassociated, are flagged; the schedule's text has the same length for all schedules.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="describe-kernel" %t/loops.ll | FileCheck %t/loops.ll
; RUN: weft-opt -weft-passes="describe-kernel" %t/fibers.ll | FileCheck %t/fibers.ll
; RUN: weft-opt -weft-passes="describe-kernel" %t/enqueues.ll | FileCheck %t/enqueues.ll
; RUN: weft-opt -weft-passes="describe-kernel" %t/reassociated.ll | FileCheck %t/reassociated.ll
; RUN: weft-opt -weft-passes="describe-kernel" %t/contracted.ll | FileCheck %t/contracted.ll

;--- loops.ll
; ABI version, executor, entry, flags (observes groups | narrow indices), local, scratch bytes, work-items at a time and along which dimension, of sub-groups, private bytes, fixed local size, distinct and written arguments, stack bytes, schedule
; CHECK: @weft.schedule = private constant [192 x i8] c"loops\00
; CHECK: @weftKernelInfo = constant {{.*}} { i32 {{[0-9]+}}, i32 0, ptr @k, i64 3, i64 256, i64 12, i64 1, i64 0, i64 1, i64 20, [3 x i64] [i64 8, i64 4, i64 1], i64 5, i64 4, i64 0, ptr @weft.schedule }, align 8
; CHECK: define hidden void @k(
define void @k(ptr %launch, ptr %group) #0 {
  %private = alloca i64
  ret void
}
attributes #0 = { "weft-kernel" "weft-observes-groups" "weft-local-bytes"="256" "weft-scratch-bytes"="12" "weft-local-size"="8,4,1" "weft-distinct-arguments"="5" "weft-written-arguments"="4" }

;--- fibers.ll
; CHECK: @weft.schedule = private constant [192 x i8] c"fibers\00
; CHECK: @weftKernelInfo = constant {{.*}} { i32 {{[0-9]+}}, i32 1, ptr @k, i64 0, i64 0, i64 0, i64 1, i64 0, i64 1, i64 0, [3 x i64] zeroinitializer, i64 0, i64 0, i64 0, ptr @weft.schedule }, align 8
define void @k(ptr %launch, ptr %group, ptr %item) #0 {
  ret void
}
attributes #0 = { "weft-kernel" "weft-wide-indices" }

;--- enqueues.ll
; CHECK: @weftKernelInfo = constant {{.*}} { i32 {{[0-9]+}}, i32 0, ptr @k, i64 544,
define void @k(ptr %launch, ptr %group) #0 {
  ret void
}
attributes #0 = { "weft-kernel" "weft-wide-indices" "weft-enqueues" "weft-sub-groups" }

;--- reassociated.ll
; CHECK: @weftKernelInfo = constant {{.*}} { i32 {{[0-9]+}}, i32 0, ptr @k, i64 512,
define void @k(ptr %launch, ptr %group) #0 {
  %a = load float, ptr %launch
  %b = fadd reassoc float %a, %a
  store float %b, ptr %group
  ret void
}
attributes #0 = { "weft-kernel" "weft-wide-indices" }

;--- contracted.ll
; CHECK: @weftKernelInfo = constant {{.*}} { i32 {{[0-9]+}}, i32 0, ptr @k, i64 0,
define void @k(ptr %launch, ptr %group) #0 {
  %a = load float, ptr %launch
  %b = fadd contract float %a, %a
  store float %b, ptr %group
  ret void
}
attributes #0 = { "weft-kernel" "weft-wide-indices" }
