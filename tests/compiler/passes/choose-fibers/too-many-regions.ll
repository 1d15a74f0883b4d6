; A kernel whose regions would be more instructions than the limit is left to fibers.
; RUN: weft-opt -weft-passes="choose-fibers<5>" %s -pass-remarks-missed=choose-fibers 2>&1 | FileCheck %s
; RUN: weft-opt -weft-passes="choose-fibers<1000>" %s | FileCheck %s --check-prefix=FEW
; RUN: weft-opt -weft-passes="choose-fibers<5>" %s | weft-opt --from=choose-fibers --to=work-item-loops --print-after-all \
; RUN:   | FileCheck %s --check-prefix=FIBERS

target triple = "spir64"

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK: on fibers: the code between its barriers, copied for each way through them, would be more than 5 instructions
; CHECK: attributes #{{.*}} = { "weft-kernel" "weft-needs-fibers" }
; FEW-NOT: weft-needs-fibers
; FIBERS-NOT: ; After fork-packets:
; FIBERS: ; After work-item-fibers:
; FIBERS-NOT: ; After work-item-loops:
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %x = call i32 @weft.local.id.0()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %x, ptr %launch
  call void @weft.barrier()
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 7
  br i1 %more, label %loop, label %done
done:
  store i32 4, ptr %launch
  ret void
}

attributes #0 = { "weft-kernel" }
