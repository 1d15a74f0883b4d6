; Values that live at one region's start have places of their own; a later one takes the place of one that has ended.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: %a.array = getelementptr
; CHECK: %b.array = getelementptr
; CHECK-NOT: .array = getelementptr
; CHECK: attributes
; CHECK-SAME: "weft-scratch-bytes"="8"
define void @k(ptr %launch, ptr %group) #0 {
  %id = call i32 @weft.local.id.0()
  %slot = getelementptr float, ptr %group, i32 %id
  %a = load float, ptr %slot
  %b = fmul float %a, %a
  call void @weft.barrier()
  %c = fmul float %a, %b
  store float %c, ptr %slot
  %d = load float, ptr %group
  call void @weft.barrier()
  %e = fadd float %b, %d
  store float %e, ptr %slot
  ret void
}

attributes #0 = { "weft-kernel" }
