; A function of the program that is called printf, and a kernel that prints nothing, stay as they are.
; RUN: weft-opt -weft-passes="lower-printf" %s | FileCheck %s

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
