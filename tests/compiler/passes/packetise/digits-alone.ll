; Digits that go into a piece of each work-item, as many as its number has, are put down for one work-item after the other: lanes that
; part store byte by byte, with a branch for each, and a division by a constant is a product. Neighbouring places instead of pieces
; could lie one behind the other.
; RUN: weft-opt -weft-passes="packetise<8;if-quicker>" -pass-remarks-missed=packetise %s 2>&1 | FileCheck %s
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s --check-prefix=APART
; RUN: sed 's/\[12 x i8\], ptr/[1 x i8], ptr/' %s | weft-opt -weft-passes="packetise<8>" | FileCheck %s --check-prefix=TOGETHER
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK: not on packets: loops are estimated to be faster
; CHECK-LABEL: define void @digits(
; CHECK-NOT: <8 x
; CHECK: ret void
; APART-LABEL: define void @digits(
; APART: call void @llvm.masked.scatter.v8i8
; APART-NOT: call void @llvm.masked.store.v8i8
; APART: ret void
; TOGETHER-LABEL: define void @digits(
; TOGETHER: call void @llvm.masked.store.v8i8
; TOGETHER: ret void
define void @digits(ptr addrspace(1) %numbers, ptr addrspace(1) %text, ptr addrspace(1) %lengths) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr i32, ptr addrspace(1) %numbers, i64 %place
  %number = load i32, ptr addrspace(1) %at
  %piece = getelementptr [12 x i8], ptr addrspace(1) %text, i64 %place
  %first = and i32 %id, 3
  br label %loop
loop:
  %left = phi i32 [ %number, %entry ], [ %rest, %loop ]
  %p = phi i32 [ %first, %entry ], [ %next, %loop ]
  %rest = udiv i32 %left, 10
  %digit = urem i32 %left, 10
  %character = trunc i32 %digit to i8
  %index = zext i32 %p to i64
  %to = getelementptr i8, ptr addrspace(1) %piece, i64 %index
  store i8 %character, ptr addrspace(1) %to
  %next = add nuw nsw i32 %p, 1
  %again = icmp ugt i32 %left, 9
  br i1 %again, label %loop, label %done
done:
  ret void
}
