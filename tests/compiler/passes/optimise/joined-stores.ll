; Where two branches have stored to a group's own memory, each at addresses of its own making, a load behind them that spans
; two stores is a shuffle of what came from either; and no store is left, though there are more than LLVM looks at.
; RUN: weft-opt -weft-passes=optimise %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @clobber() memory(inaccessiblemem: readwrite) nounwind

; CHECK-LABEL: define void @k(
; CHECK-NOT: store
; CHECK: phi <4 x i32>
; CHECK: phi <4 x i32>
; CHECK-NOT: store
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> <i32 2, i32 3, i32 4, i32 5>
; CHECK-NEXT: store <4 x i32>
; CHECK-NOT: store
; CHECK: ret void
define void @k(ptr %launch, ptr %group) #0 {
entry:
  %in = load ptr, ptr %launch
  %second = getelementptr i8, ptr %launch, i64 8
  %out = load ptr, ptr %second
  %local.at = getelementptr i8, ptr %group, i64 48
  %local = load ptr, ptr %local.at, !invariant.load !0
  %a = load <4 x i32>, ptr %in, align 4
  %in.16 = getelementptr i8, ptr %in, i64 16
  %b = load <4 x i32>, ptr %in.16, align 4
  %in.32 = getelementptr i8, ptr %in, i64 32
  %c = load i32, ptr %in.32
  %condition = icmp eq i32 %c, 0
  br i1 %condition, label %one, label %other

one:
  store <4 x i32> %a, ptr %local, align 4
  %one.16 = getelementptr i8, ptr %local, i64 16
  store <4 x i32> %b, ptr %one.16, align 4
  call void @clobber()
  br label %join

other:
  store <4 x i32> %b, ptr %local, align 4
  %other.16 = getelementptr i8, ptr %local, i64 16
  store <4 x i32> %a, ptr %other.16, align 4
  br label %join

join:
  %place = getelementptr i8, ptr %local, i64 8
  %value = load <4 x i32>, ptr %place, align 4
  store <4 x i32> %value, ptr %out, align 4
  ret void
}
attributes #0 = { nounwind "weft-kernel" "target-cpu"="x86-64" }
!0 = !{}
