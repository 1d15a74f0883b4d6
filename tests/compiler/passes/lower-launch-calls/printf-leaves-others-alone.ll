; A function of the program that is called printf, and a kernel that prints nothing, stay as they are.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="lower-launch-calls" %t/own.ll | FileCheck %t/own.ll
; RUN: weft-opt -weft-passes="lower-launch-calls" %t/silent.ll | FileCheck %t/silent.ll

;--- own.ll
; CHECK-LABEL: define void @k(
; CHECK-NEXT: call float @printf(i32 1)
; CHECK-NEXT: ret void
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  call float @printf(i32 1)
  ret void
}

; CHECK: define internal float @printf(i32 %x)
define internal float @printf(i32 %x) {
  ret float 0.0
}

; CHECK-NOT: weft-prints

;--- silent.ll
; The declaration goes, as nobody calls it.
; CHECK-NOT: @printf
; CHECK: define void @k(ptr %launch, ptr %group) #[[KERNEL:.*]] {
; CHECK-NEXT: ret void
; CHECK-NOT: @printf
; CHECK: attributes #[[KERNEL]] = { "weft-kernel" }
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  ret void
}

declare i32 @printf(ptr addrspace(2), ...)
