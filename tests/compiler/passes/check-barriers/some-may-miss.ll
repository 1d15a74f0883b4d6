; Barriers that work-items may miss are told of, and the kernel is for fibers; where all reach them nothing changes.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="check-barriers" %t/missed.ll | FileCheck %s --check-prefix=MISSED
; RUN: weft-opt -weft-passes="check-barriers" %t/reached.ll | FileCheck %s --check-prefix=REACHED

; MISSED: call void @weft.check.barrier(ptr @weft.check.site)
; MISSED-NEXT: call void @weft.barrier()
; MISSED: attributes #{{.*}} = { {{.*}}"weft-checks-barriers"

; REACHED-NOT: weft.check
; REACHED-NOT: "weft-checks-barriers"
; REACHED: call void @weft.barrier()

;--- missed.ll
target triple = "spir64"
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="barriers" {
entry:
  br label %body
body:
  %id = call i32 @weft.local.id.0()
  %c = icmp ult i32 %id, 3
  br i1 %c, label %wait, label %end
wait:
  call void @weft.barrier()
  br label %end
end:
  ret void
}
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent

;--- reached.ll
target triple = "spir64"
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="barriers" {
entry:
  br label %body
body:
  %id = call i32 @weft.local.id.0()
  %c = icmp ult i32 %id, 3
  br i1 %c, label %some, label %all
some:
  br label %all
all:
  call void @weft.barrier()
  ret void
}
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent
