; Barriers that work-items may miss are told of, and the kernel is for fibers; where all reach them nothing changes.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="insert-checks" %t/missed.ll | FileCheck %s --check-prefix=MISSED
; RUN: weft-opt -weft-passes="insert-checks" %t/reached.ll | FileCheck %s --check-prefix=REACHED
; RUN: weft-opt -weft-passes="insert-checks" %t/loop.ll | FileCheck %s --check-prefix=REACHED
; RUN: sed 's/%c, %count/%id, %count/' %t/loop.ll | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=MISSED

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

;--- loop.ll
; Those who part in front of a loop, and in it, meet before its barrier.
target triple = "spir64"
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="barriers" {
entry:
  %count = load i32, ptr %launch, align 4, !invariant.load !0
  br label %body
body:
  %id = call i32 @weft.local.id.0()
  %is.low = icmp ult i32 %id, 3
  br i1 %is.low, label %some, label %before
some:
  br label %before
before:
  br label %loop
loop:
  %c = phi i32 [ 0, %before ], [ %next, %behind ]
  %more = icmp ult i32 %c, %count
  br i1 %more, label %turn, label %end
turn:
  br i1 %is.low, label %few, label %behind
few:
  br label %behind
behind:
  call void @weft.barrier()
  %next = add i32 %c, 1
  br label %loop
end:
  ret void
}
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent
!0 = !{}
