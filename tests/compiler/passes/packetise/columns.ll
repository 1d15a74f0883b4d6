; Work-items that go down a column each, side by side, are quicker on packets, though these gather what they look
; up: by itself each would read the lines again that its neighbours have read. Along a row the lines stay at hand.
; RUN: weft-opt -weft-passes="packetise<8;if-quicker>" %s | FileCheck %s
; RUN: sed 's/, .pitch$/, 1/' %s | weft-opt -weft-passes="packetise<8;if-quicker>" \
; RUN:   -pass-remarks-missed=packetise 2>&1 | FileCheck %s --check-prefix=ROW
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @lookUp(
; CHECK: call <8 x i64> @llvm.masked.gather
; ROW: not on packets: loops are estimated to be faster
define void @lookUp(ptr addrspace(1) %data, ptr addrspace(1) %out, i64 %pitch, i64 %n) "weft-kernel" {
entry:
  %table = alloca [64 x i64]
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %row = mul i64 %i, %pitch
  %index = add i64 %row, %place
  %at = getelementptr i64, ptr addrspace(1) %data, i64 %index
  %key = load i64, ptr addrspace(1) %at
  %to.first = getelementptr i64, ptr %table, i64 %key
  %first = load i64, ptr %to.first
  %to.second = getelementptr i64, ptr %table, i64 %first
  %second = load i64, ptr %to.second
  %to.third = getelementptr i64, ptr %table, i64 %second
  %third = load i64, ptr %to.third
  %more = add i64 %sum, %third
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %place
  store i64 %more, ptr addrspace(1) %to
  ret void
}
