; Stages from one to another run in their order, and only those whose condition holds.
; RUN: weft-opt --from=guard-arithmetic --to=work-item-loops --schedule=loops --print-after-all %s | FileCheck %s
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-unoptimised"/' %s \
; RUN:   | weft-opt --from=guard-arithmetic --to=work-item-loops --schedule=loops --print-after-all \
; RUN:   | FileCheck %s --check-prefix=UNOPTIMISED
; RUN: weft-opt --from=guard-arithmetic --to=work-item-loops --schedule=fibers --print-after-all %s \
; RUN:   | FileCheck %s --check-prefix=FIBERS
; RUN: weft-opt --from=guard-arithmetic --to=simplify %s | FileCheck %s --check-prefix=RESULT

target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK: ; After guard-arithmetic:
; CHECK-NEXT: ModuleID
; CHECK: ; After simplify:
; CHECK: ; After separate-buffers:
; CHECK: ; After choose-fibers:
; CHECK-NOT: ; After packetise:
; CHECK-NOT: ; After work-item-fibers:
; CHECK: ; After work-item-loops:
; CHECK-NOT: ; After

; UNOPTIMISED: ; After guard-arithmetic:
; UNOPTIMISED-NOT: ; After simplify:
; UNOPTIMISED: ; After choose-fibers:
; UNOPTIMISED: ; After work-item-loops:

; FIBERS: ; After choose-fibers:
; FIBERS: ; After work-item-fibers:
; FIBERS-NOT: ; After

; The last stage's result alone is printed.
; RESULT-NOT: ; After
; RESULT-LABEL: define void @k(
; RESULT-NEXT: %[[X:.*]] = call i32 @weft.local.id.0()
; RESULT-NEXT: store i32 %[[X]], ptr %launch
; RESULT-NEXT: ret void
define void @k(ptr %launch, ptr %group) #0 {
  %variable = alloca i32
  %x = call i32 @weft.local.id.0()
  store i32 %x, ptr %variable
  %again = load i32, ptr %variable
  store i32 %again, ptr %launch
  ret void
}

attributes #0 = { "weft-kernel" }
