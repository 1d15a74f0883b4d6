; A loop over packets that clears memory stays; of another one LLVM makes a call of the C library.
; RUN: weft-opt --cpu=sapphirerapids --from=optimise --to=optimise %s | FileCheck %s
; RUN: sed 's/, !weft.packet.loop !0//' %s | weft-opt --cpu=sapphirerapids --from=optimise --to=optimise - \
; RUN:   | FileCheck %s --check-prefix=OTHERS
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @k(
; CHECK-NOT: call void @llvm.mem
; CHECK: store <16 x i32> zeroinitializer
; CHECK-NOT: call void @llvm.mem
; CHECK: ret void

; OTHERS-LABEL: define void @k(
; OTHERS: call void @llvm.memset
define void @k(ptr noalias %launch, ptr noalias %group) "weft-kernel" "weft-packet-width"="16" {
entry:
  %to = load ptr, ptr %launch
  %size = load i64, ptr %group
  br label %clear
clear:
  %x = phi i64 [ 0, %entry ], [ %next, %clear ]
  %place = getelementptr i32, ptr %to, i64 %x
  store <16 x i32> zeroinitializer, ptr %place, align 4
  %next = add nuw nsw i64 %x, 16
  %more = icmp ult i64 %next, %size
  br i1 %more, label %clear, label %end, !weft.packet.loop !0
end:
  ret void
}

!0 = !{}
