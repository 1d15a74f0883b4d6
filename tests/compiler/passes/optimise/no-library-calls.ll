; LLVM makes no call of the C library from a loop, and takes no function for the C library's because of its name: neither in
; the stage nor where passes of LLVM are run by their names.
; RUN: weft-opt -weft-passes="optimise" %s | FileCheck %s
; RUN: weft-opt -weft-passes="function(loop-mssa(loop-rotate,loop-idiom),instcombine)" %s | FileCheck %s
; RUN: sed 's/"weft-kernel"/"weft-unoptimised"/; s/@wcslen/@strlen/' %s | weft-opt -weft-passes="optimise" | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: @strlen(
; CHECK-NOT: @wcslen(
; CHECK-NOT: declare {{.*}}@
; CHECK-LABEL: define internal {{.*}}@isdigit(
; CHECK: icmp eq i32 %c, 5
define internal i32 @isdigit(i32 %c) noinline {
  %is = icmp eq i32 %c, 5
  %number = zext i1 %is to i32
  ret i32 %number
}

; CHECK-LABEL: define void @k(
; CHECK: call {{.*}}i32 @isdigit(
; CHECK-NOT: len(
; CHECK: ret void
define void @k(ptr %bytes, ptr %words, ptr noalias %out) "weft-kernel" {
entry:
  %digit = load i32, ptr %out
  %answer = call i32 @isdigit(i32 %digit)
  store i32 %answer, ptr %out
  br label %narrow

narrow:
  %i = phi i64 [ 0, %entry ], [ %i.next, %narrow ]
  %byte.at = getelementptr i8, ptr %bytes, i64 %i
  %byte = load i8, ptr %byte.at
  %i.next = add i64 %i, 1
  %byte.ends = icmp eq i8 %byte, 0
  br i1 %byte.ends, label %middle, label %narrow

middle:
  %length.at = getelementptr i64, ptr %out, i64 1
  store i64 %i, ptr %length.at
  br label %wide

wide:
  %j = phi i64 [ 0, %middle ], [ %j.next, %wide ]
  %word.at = getelementptr i32, ptr %words, i64 %j
  %word = load i32, ptr %word.at
  %j.next = add i64 %j, 1
  %word.ends = icmp eq i32 %word, 0
  br i1 %word.ends, label %end, label %wide

end:
  %width.at = getelementptr i64, ptr %out, i64 2
  store i64 %j, ptr %width.at
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}
