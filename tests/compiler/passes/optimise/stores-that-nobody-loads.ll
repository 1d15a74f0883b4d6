; While LLVM optimises, a group's local memory and scratch are its own and gone behind it: what is stored there and not loaded
; again is not stored at all. Not where the kernel hands its group on, and not where it runs a single work-item, after which
; others load.
; RUN: weft-opt -weft-passes=optimise %s | FileCheck %s
; RUN: sed 's/; \(call void @region\)/\1/' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=KEPT
; RUN: sed 's/ptr %group)/ptr %group, ptr %item)/' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=KEPT
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @region(ptr)

; CHECK-LABEL: define void @k(
; CHECK-NOT: weft.group.private.memory
; CHECK-NOT: store
; CHECK: %[[VALUE:.*]] = load i32, ptr %in
; CHECK-NOT: store
; CHECK: store i32 %[[VALUE]], ptr %out
; CHECK-NOT: store
; CHECK: ret void
; KEPT-LABEL: define void @k(
; KEPT-COUNT-3: store i32
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %in = load ptr, ptr %launch
  %second = getelementptr i8, ptr %launch, i64 8
  %out = load ptr, ptr %second
  %local.at = getelementptr i8, ptr %group, i64 48
  %scratch.at = getelementptr i8, ptr %group, i64 56
  %local = load ptr, ptr %local.at, !invariant.load !0
  %scratch = load ptr, ptr %scratch.at, !invariant.load !0
  %value = load i32, ptr %in
  %place = getelementptr i32, ptr %local, i64 3
  store i32 %value, ptr %place
  store i32 7, ptr %scratch
  ; call void @region(ptr %group)
  %again = load i32, ptr %place
  store i32 %again, ptr %out
  ret void
}
attributes #0 = { nounwind "weft-kernel" "target-cpu"="x86-64" }
!0 = !{}
