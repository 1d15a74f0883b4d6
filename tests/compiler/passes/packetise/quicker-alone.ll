; A loop that mostly gathers and that work-items leave at different times stays one of single work-items.
; RUN: weft-opt -weft-passes="packetise<8;if-quicker>" -pass-remarks-missed=packetise %s 2>&1 | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK: not on packets: loops are estimated to be faster
; CHECK-LABEL: define void @sumOfRow(
; CHECK-NOT: <8 x
; CHECK: ret void
define void @sumOfRow(ptr addrspace(1) %ends, ptr addrspace(1) %columns, ptr addrspace(1) %x, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %atEnd = getelementptr i64, ptr addrspace(1) %ends, i64 %place
  %end = load i64, ptr addrspace(1) %atEnd
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr [64 x i32], ptr addrspace(1) %columns, i64 %place, i64 %k
  %column = load i32, ptr addrspace(1) %at
  %index = zext i32 %column to i64
  %from = getelementptr float, ptr addrspace(1) %x, i64 %index
  %v = load float, ptr addrspace(1) %from
  %more = fadd float %sum, %v
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %end
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr float, ptr addrspace(1) %b, i64 %place
  store float %more, ptr addrspace(1) %to
  ret void
}
