; What is left of planes is divided into rows once more, in 64 bits: both come from the row's number. A divisor that is no
; multiple of the length divides as before. A plane that the kernel is given is taken for one of whole rows, as the test
; asks, because what it leaves is divided.
; RUN: weft-opt -weft-passes="version-delinearised-ids" %s | FileCheck %s
; RUN: sed 's/%%plane = mul i64 %%width, %%height/%%plane = add i64 %%height, 0/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @planes(
; CHECK: br i1 %{{.*}}, label %rows.groups, label %other.groups
; CHECK: rows.groups:
; CHECK: %[[NUMBER:.*]] = call i32 @weft.row()
; CHECK: %[[ROW:.*]] = add nuw nsw i32 %{{.*}}, %[[NUMBER]]
; CHECK-DAG: %[[Y:.*]] = urem i32 %[[ROW]], %{{.*}}
; CHECK-DAG: %[[WIDE_Y:.*]] = zext i32 %[[Y]] to i64
; CHECK-DAG: %[[WIDE_X:.*]] = zext i32 %column to i64
; CHECK: urem i64 %{{.*}}, %other
; CHECK: store i64 %[[WIDE_Y]]
; CHECK: store i64 %[[WIDE_X]]
define void @planes(ptr addrspace(1) %a, i32 noundef %base, i64 %width, i64 %height, i64 %other) #0 {
  %l = call i32 @weft.local.id.0()
  %id = add i32 %l, %base
  %i = zext i32 %id to i64
  %plane = mul i64 %width, %height
  %left = urem i64 %i, %plane
  %y = udiv i64 %left, %width
  %x = urem i64 %left, %width
  %apart = urem i64 %i, %other
  %at = getelementptr i64, ptr addrspace(1) %a, i64 %apart
  store i64 %y, ptr addrspace(1) %at
  %next = getelementptr i8, ptr addrspace(1) %at, i64 8
  store i64 %x, ptr addrspace(1) %next
  ret void
}

attributes #0 = { "weft-kernel" "weft-schedule"="width=16" }
