; Where the kernel begins with asking for the sizes of its arguments, what else is read of the checker stands behind that.
; RUN: weft-opt -weft-passes="lower-launch-calls" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: %[[CHECK:.*]] = load ptr, ptr %{{.*}}
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %[[CHECK]], i64 8
; CHECK: %[[ARGUMENTS:.*]] = load ptr, ptr %[[PLACE]]
; CHECK: load i64, ptr %[[ARGUMENTS]]
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %launch, ptr %group, ptr @site
; CHECK-NOT: weft.check
target triple = "spir64"

@site = private constant i32 0

define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-reports" {
  %arguments = call ptr @weft.check.arguments()
  %size = load i64, ptr %arguments, align 8
  call void @weft.check.report(ptr @site, i32 1, i32 2, i32 3, i64 4, i64 %size)
  ret void
}

declare ptr @weft.check.arguments()
declare void @weft.check.report(ptr, i32, i32, i32, i64, i64)
