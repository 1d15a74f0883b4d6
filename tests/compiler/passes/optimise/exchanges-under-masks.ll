; What lanes store under a mask that only the launch knows is known where it is known what was there before. Lanes of a gather or
; scatter that are constant distances from one address take part, each where it is, be the distances sums or not.
; Arguments in local memory are apart from each other, if their offsets are used for nothing else.
; RUN: weft-opt -weft-passes=optimise %s | FileCheck %s
; RUN: sed 's/, !weft.local.argument ![12]//' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=STORED
; RUN: sed 's/; \(%%both\|store i64\)/\1/' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=STORED
; RUN: sed 's/; \(call void @handed\)/\1/' %s | weft-opt -weft-passes=optimise | FileCheck %s --check-prefix=STORED
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @handed(ptr) memory(argmem: readwrite)

; CHECK-LABEL: define void @k(
; CHECK: %[[A:.*]] = load <8 x i32>, ptr %in
; CHECK-NOT: gather
; CHECK: %[[PARTNERS:.*]] = shufflevector <8 x i32> %[[A]], <8 x i32> poison, <8 x i32> <i32 1, i32 poison, i32 3, i32 poison, i32 5, i32 poison, i32 7, i32 poison>
; CHECK-NOT: scatter
; CHECK: %[[OWN:.*]] = select <8 x i1> %goes, <8 x i32> %[[PARTNERS]], <8 x i32> %[[A]]
; CHECK: %[[OTHERS:.*]] = select <8 x i1> %goes, <8 x i32> %[[A]], <8 x i32> %{{.*}}
; CHECK: %[[BEHIND:.*]] = shufflevector <8 x i32> %[[OWN]], <8 x i32> %[[OTHERS]], <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
; CHECK-NOT: load
; CHECK: store <8 x i32> %[[BEHIND]], ptr %out
; CHECK: ret void
; STORED-LABEL: define void @k(
; STORED: %behind = load <8 x i32>
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
  %window = getelementptr inbounds i8, ptr %local, i64 %offset, !weft.local.argument !1
  %other = getelementptr inbounds i8, ptr %local, i64 %other.offset, !weft.local.argument !2
  ; %both = add i64 %offset, %other.offset
  ; store i64 %both, ptr %out
  %a = load <8 x i32>, ptr %in, align 4
  store <8 x i32> %a, ptr %window, align 4
  %one = insertelement <8 x i32> poison, i32 0, i64 0
  %all = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %sum = add nuw nsw <8 x i32> %all, <i32 0, i32 poison, i32 2, i32 poison, i32 4, i32 poison, i32 6, i32 poison>
  %index = zext nneg <8 x i32> %sum to <8 x i64>
  %at = getelementptr i32, ptr %window, <8 x i64> %index
  %next = getelementptr i8, <8 x ptr> %at, i64 4
  %partners = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %next, <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0>, <8 x i32> poison)
  %place = load i32, ptr %in
  %anywhere = getelementptr i32, ptr %other, i32 %place
  store i32 0, ptr %anywhere
  %greater = icmp sgt <8 x i32> %a, %partners
  %goes = and <8 x i1> %greater, <i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0>
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %partners, ptr align 4 %window, <8 x i1> %goes)
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> align 4 %next, <8 x i1> %goes)
  ; call void @handed(ptr %window)
  %behind = load <8 x i32>, ptr %window, align 4
  store <8 x i32> %behind, ptr %out, align 4
  ret void
}
attributes #0 = { nounwind "weft-kernel" "target-cpu"="x86-64-v3" }
!0 = !{}
!1 = !{i32 2}
!2 = !{i32 3}
