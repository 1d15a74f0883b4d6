; A loop that lanes leave at different times and that ends behind a choice between together and apart.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define void @inLoop(
; CHECK: %[[KEPT:.*]] = phi <8 x i32>
; CHECK: %[[MASK:.*]] = phi <8 x i1>
; CHECK: icmp eq <8 x i32
; CHECK: select <8 x i1> %[[MASK]], <8 x i32> %{{.*}}, <8 x i32> %[[KEPT]]
define void @inLoop(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  br label %loop
loop:
  %k = phi i32 [ %id, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %near = call i32 @llvm.smin.i32(i32 %k, i32 7)
  %index = sext i32 %near to i64
  %from = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %v = load i32, ptr addrspace(1) %from
  %more = add i32 %sum, %v
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %place = zext nneg i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %place
  store i32 %more, ptr addrspace(1) %to
  ret void
}
