; A loop with a barrier in it that counts is no copy of anything, whatever the program asks for; a loop within it is unrolled.
; RUN: weft-opt -weft-passes="unroll-loops<8000>" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: %step = phi
; CHECK-NOT: phi
; CHECK: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: ret void
declare void @weft.barrier() convergent

define void @k(ptr %launch, ptr %group, ptr %out) "weft-kernel" {
entry:
  %sums = alloca [4 x i32]
  br label %steps

steps:
  %step = phi i64 [ 0, %entry ], [ %next.step, %steps.end ]
  br label %add

add:
  %i = phi i64 [ 0, %steps ], [ %next, %add ]
  %place = getelementptr [4 x i32], ptr %sums, i64 0, i64 %i
  %old = load i32, ptr %place
  %new = add i32 %old, 1
  store i32 %new, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %add, label %steps.end

steps.end:
  call void @weft.barrier()
  %next.step = add nuw nsw i64 %step, 1
  %more.steps = icmp ult i64 %next.step, 3
  br i1 %more.steps, label %steps, label %end, !llvm.loop !0

end:
  %last = getelementptr [4 x i32], ptr %sums, i64 0, i64 3
  %found = load i32, ptr %last
  store i32 %found, ptr %out
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
