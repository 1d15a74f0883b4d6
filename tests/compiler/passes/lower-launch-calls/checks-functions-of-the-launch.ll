; What checks tell are calls of the launch's functions; a barrier's place is stored in the work-item, on fibers alone.
; RUN: weft-opt -weft-passes="lower-launch-calls" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: %[[AT:.*]] = getelementptr inbounds i8, ptr %launch, i64 136
; CHECK: %[[CHECK:.*]] = load ptr, ptr %[[AT]]
; CHECK-DAG: %[[CHECKER:.*]] = load ptr, ptr %[[CHECK]]
; CHECK-DAG: %[[REPORT:.*]] = getelementptr inbounds i8, ptr %[[CHECK]], i64 16
; CHECK-DAG: %[[FUNCTION:.*]] = load ptr, ptr %[[REPORT]]
; CHECK: call void %[[FUNCTION]](ptr %[[CHECKER]], ptr %launch, ptr %group, ptr @site, i32 1, i32 2, i32 3, i64 4, i64 5)
; CHECK: %[[WAITS:.*]] = getelementptr inbounds i8, ptr %item, i64 56
; CHECK: store volatile ptr @site, ptr %[[WAITS]]
; CHECK-NOT: weft.check
target triple = "spir64"

@site = private constant i32 0

define void @k(ptr %launch, ptr %group, ptr %item) "weft-kernel" "weft-reports" {
  call void @weft.check.report(ptr @site, i32 1, i32 2, i32 3, i64 4, i64 5)
  call void @weft.check.barrier(ptr @site)
  ret void
}

declare void @weft.check.report(ptr, i32, i32, i32, i64, i64)
declare void @weft.check.barrier(ptr)
