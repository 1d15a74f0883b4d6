; Where the object can't be seen the checker is asked; the launch's own memory is left alone.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: %s = load i32, ptr %args, align 4{{$}}
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr addrspace(1) %from.memory to i64
; CHECK: %[[FOUND:.*]] = call i32 @weft.check.find(ptr @weft.check.site{{.*}}, i64 %[[ADDRESS]])
; CHECK: %[[GOOD:.*]] = icmp ne i32 %[[FOUND]], 0
; CHECK: br i1 %[[GOOD]], label %[[ACCESS:.*]], label %[[BEHIND:.*]]
; CHECK: [[ACCESS]]:
; CHECK: store i32 %s, ptr addrspace(1) %from.memory
; CHECK-NOT: weft.check.report
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="memory" {
entry:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  br label %body

body:
  %s = load i32, ptr %args, align 4
  %from.memory = load ptr addrspace(1), ptr %args, align 8
  store i32 %s, ptr addrspace(1) %from.memory, align 4
  ret void
}

!0 = !{}
