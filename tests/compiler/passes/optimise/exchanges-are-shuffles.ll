; Where packets have code each, what a packet loads of own memory is what it or its neighbours have stored, shuffled; then nobody
; loads what was stored. Of stores at a place that isn't known nothing is known, nor at an index that a launch gives, which looks like the
; offset of another argument.
; RUN: weft-opt -weft-passes=optimise %s | FileCheck %s
; RUN: sed 's/; \(store i32 0, ptr %anywhere\)/\1/' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=STORED
; RUN: sed 's/; \(store i32 0, ptr %elsewhere\)/\1/' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=STORED
; RUN: sed 's/; \(store i8 0, ptr %indexed\)/\1/' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=STORED
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)

; CHECK-LABEL: define void @k(
; CHECK: %[[A:.*]] = load <4 x i32>, ptr %in
; CHECK: %[[B:.*]] = load <4 x i32>, ptr %next
; CHECK-NOT: load
; CHECK: shufflevector <4 x i32> <i32 0, {{.*}}>, <4 x i32> %[[A]], <4 x i32> <i32 0, i32 4, i32 5, i32 6>
; CHECK: shufflevector <4 x i32> %[[A]], <4 x i32> %[[B]], <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK: store <4 x i32> %sum, ptr %out
; CHECK: ret void
; STORED-LABEL: define void @k(
; STORED: store <4 x i32> %[[A:.*]], ptr %window
; STORED: %before = load <4 x i32>
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %args = load ptr, ptr %launch, !invariant.load !0
  %in = load ptr, ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %out.at, !invariant.load !0
  %offset.at = getelementptr i8, ptr %args, i64 16
  %offset = load i64, ptr %offset.at, !invariant.load !0
  %other.at = getelementptr i8, ptr %args, i64 24
  %other.offset = load i64, ptr %other.at, !invariant.load !0
  %local.at = getelementptr i8, ptr %group, i64 48
  %local = load ptr, ptr %local.at, !invariant.load !0
  %window = getelementptr inbounds i8, ptr %local, i64 %offset
  %second = getelementptr inbounds i8, ptr %window, i64 16
  %other = getelementptr inbounds i8, ptr %local, i64 %other.offset
  %a = load <4 x i32>, ptr %in, align 4
  %next = getelementptr i8, ptr %in, i64 16
  %b = load <4 x i32>, ptr %next, align 4
  %place = extractelement <4 x i32> %a, i64 0
  store <4 x i32> %a, ptr %window, align 4
  store <4 x i32> %b, ptr %second, align 4
  %anywhere = getelementptr i32, ptr %window, i32 %place
  ; store i32 0, ptr %anywhere
  %elsewhere = getelementptr i32, ptr %other, i32 %place
  ; store i32 0, ptr %elsewhere
  %indexed = getelementptr i8, ptr %local, i64 %other.offset
  ; store i8 0, ptr %indexed
  %behind = getelementptr i8, ptr %window, i64 -4
  %first = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %behind, <4 x i1> <i1 0, i1 1, i1 1, i1 1>, <4 x i32> zeroinitializer)
  %before.at = getelementptr i8, ptr %window, i64 12
  %before = load <4 x i32>, ptr %before.at, align 4
  %sum = mul <4 x i32> %first, %before
  store <4 x i32> %sum, ptr %out, align 4
  ret void
}
attributes #0 = { nounwind "weft-kernel" "target-cpu"="x86-64-v3" }
!0 = !{}
