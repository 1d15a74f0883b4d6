; Variables may stand between other instructions; all of them end up in the entry block, once.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NOT: region
; CHECK-COUNT-2: alloca i32
; CHECK: region.0.x:
; CHECK-NOT: alloca
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %a = alloca i32
  store i32 1, ptr %a
  %b = alloca i32
  store i32 2, ptr %b
  ret void
}

attributes #0 = { "weft-kernel" }
