; A ring's elements, read from the fourth on: after the last one comes the first. Its index is one of five bits in one of 32, of
; which LLVM 22 asks only whether the latter wraps before it loads elements one behind the other. Where there is no ring, loads
; are of vectors.
; RUN: weft-opt -force-vector-width=4 -weft-passes=optimise %s | FileCheck %s
; RUN: sed 's/%%count$/32/' %s | weft-opt -force-vector-width=4 -weft-passes=optimise - | FileCheck %s
; RUN: sed 's/and i32 %%behind, 31/and i32 %%behind, -1/' %s \
; RUN:   | weft-opt -force-vector-width=4 -weft-passes=optimise - | FileCheck %s --check-prefix=PLAIN
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @k(
; CHECK-NOT: load <
; CHECK: load i32
; CHECK-NOT: load <
; CHECK: ret void

; PLAIN-LABEL: define void @k(
; PLAIN: load <4 x i32>
; PLAIN: ret void
define void @k(ptr noalias %x, ptr noalias %y, i32 %group, i64 %count) {
entry:
  %base = shl nsw i32 %group, 6
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %number = trunc i64 %i to i32
  %behind = add i32 %number, 3
  %in.ring = and i32 %behind, 31
  %place = add i32 %in.ring, %base
  %index = zext i32 %place to i64
  %p = getelementptr inbounds nuw i32, ptr %x, i64 %index
  %value = load i32, ptr %p
  %tripled = mul i32 %value, 3
  %q = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %tripled, ptr %q
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %count
  br i1 %done, label %exit, label %loop

exit:
  ret void
}
