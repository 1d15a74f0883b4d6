; What nobody uses any more is gone, of the kernel and of no other function.
; RUN: weft-opt -weft-passes=clean-up-packets %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NOT: %dead
; CHECK: store i32 %n
; CHECK-LABEL: define void @other(
; CHECK: %dead
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %n) #0 {
  %dead = add i32 %n, 1
  store i32 %n, ptr addrspace(1) %a
  ret void
}

define void @other(i32 %n) {
  %dead = add i32 %n, 1
  ret void
}

attributes #0 = { "weft-kernel" }
