; What is stored in one of two places stays where one of them is loaded.
; RUN: weft-opt -weft-passes=optimise %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @k(
; CHECK: store i32 5, ptr %place
; CHECK: %[[VALUE:.*]] = load i32, ptr %{{.*}}
; CHECK: store i32 %[[VALUE]], ptr %out
; CHECK: ret void
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %in = load ptr, ptr %launch
  %second = getelementptr i8, ptr %launch, i64 8
  %out = load ptr, ptr %second
  %local.at = getelementptr i8, ptr %group, i64 48
  %scratch.at = getelementptr i8, ptr %group, i64 56
  %local = load ptr, ptr %local.at, !invariant.load !0
  %scratch = load ptr, ptr %scratch.at, !invariant.load !0
  %which = load volatile i32, ptr %in
  %first = icmp eq i32 %which, 0
  br i1 %first, label %a, label %b

a:
  %x = load volatile i32, ptr %in
  br label %store

b:
  %y = load volatile i32, ptr %out
  br label %store

store:
  %place = phi ptr [ %local, %a ], [ %scratch, %b ]
  store i32 5, ptr %place
  %at.end = load i32, ptr %scratch
  store i32 %at.end, ptr %out
  ret void
}
attributes #0 = { nounwind "weft-kernel" "target-cpu"="x86-64" }
!0 = !{}
