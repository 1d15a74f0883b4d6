; Places that follow from group and local ids of several dimensions: each row of places has to lie behind those with
; smaller steps, which depends on the launch's sizes; and sums of 32 bits must not wrap. Two accesses that are equally
; far from each other for all work-items are a row, too.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
; RUN: sed 's/mul i32 %row, %n/xor i32 %row, %n/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=OTHER
; RUN: sed 's/i32 %index, 64/i32 %index, %n/' %s | weft-opt -weft-passes="insert-checks" | FileCheck %s --check-prefix=OTHER
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: %launch.local.size = load i64
; CHECK: %groups = load i64
; The greatest value of %first.row.
; CHECK: %[[LAST:.*]] = sub i64 %groups, 1
; CHECK-NEXT: %[[MOST:.*]] = mul i64 16, %[[LAST]]
; CHECK: icmp ult i64 %[[MOST]], 2147483648
; The two accesses, 256 bytes from each other.
; CHECK: icmp uge i64 256, %
; CHECK: body:
; CHECK: %[[NOT:.*]] = xor i1 %[[APART:.*]], true
; CHECK-NEXT: br i1 %[[NOT]], label %[[NOTE:.*]], label
; CHECK: [[NOTE]]:
; CHECK: store i64 %own
; CHECK: xor i1 %[[APART]], true
; OTHER-NOT: xor i1
; OTHER: store i64 %own
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="races" {
entry:
  %group.0 = load i64, ptr %group, align 8, !invariant.load !0
  %group.1.at = getelementptr inbounds i8, ptr %group, i64 8
  %group.1 = load i64, ptr %group.1.at, align 8, !invariant.load !0
  br label %body

body:
  %args = load ptr, ptr %launch, align 8, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !weft.buffer !1
  %n.at = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i32, ptr %n.at, align 4, !invariant.load !0
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %left = trunc i64 %group.0 to i32
  %top = trunc i64 %group.1 to i32
  %first.row = shl i32 %left, 4
  %row = add i32 %first.row, %y
  %row.at = mul i32 %row, %n
  %first.column = shl i32 %top, 7
  %column = add i32 %first.column, %x
  %index = add i32 %row.at, %column
  %wide = zext i32 %index to i64
  %to = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %wide
  store i32 7, ptr addrspace(1) %to, align 4
  %index.behind = add i32 %index, 64
  %wide.behind = zext i32 %index.behind to i64
  %behind = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %wide.behind
  store i32 8, ptr addrspace(1) %behind, align 4
  ret void
}

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()

!0 = !{}
!1 = !{i32 0}
