; A function that prints is inlined: the printer is known in the kernel alone.
; RUN: weft-opt -weft-passes="inline-work-item-calls" %s | FileCheck %s

@text = internal addrspace(2) constant [3 x i8] c"hi\00"

; CHECK-LABEL: define void @k()
; CHECK-NEXT: call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text)
; CHECK-NEXT: ret void
define void @k() "weft-kernel" {
  call void @says()
  ret void
}

; CHECK-NOT: @says
define internal void @says() noinline {
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text)
  ret void
}

declare i32 @printf(ptr addrspace(2), ...)
