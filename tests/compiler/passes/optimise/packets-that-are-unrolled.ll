; Loops over packets that unroll-packet-loop has chosen are unrolled also where LLVM wouldn't; others aren't.
; RUN: weft-opt -weft-passes=optimise %s | FileCheck %s
; RUN: sed 's/, !4}/}/' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=ROLLED
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @k(
; CHECK-COUNT-4: load volatile <4 x i32>
; CHECK-NOT: load
; CHECK: ret void
; ROLLED-LABEL: define void @k(
; ROLLED: load volatile <4 x i32>
; ROLLED-NOT: load
; ROLLED: ret void
define void @k(ptr %launch, ptr %group, ptr %in) "weft-kernel" "target-cpu"="x86-64-v3" {
entry:
  br label %packet

packet:
  %x = phi i32 [ 0, %entry ], [ %x.next, %packet ]
  %at = getelementptr i32, ptr %in, i32 %x
  %value = load volatile <4 x i32>, ptr %at
  %x.next = add nuw nsw i32 %x, 4
  %more = icmp ult i32 %x.next, 16
  br i1 %more, label %packet, label %end, !llvm.loop !2

end:
  ret void
}
!2 = distinct !{!2, !3, !4}
!3 = !{!"llvm.loop.unroll.disable"}
!4 = !{!"weft.unroll.packets"}
