; Constant lengths: the one that the others are multiples of. Powers of two have no copy, as packets lie within such rows
; anyway, nor have rows that would leave packets nearly empty.
; RUN: weft-opt -weft-passes="version-delinearised-ids" %s | FileCheck %s
; RUN: sed 's/, 3136$/, 4096/; s/, 56$/, 64/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/, 3136$/, 3/; s/, 56$/, 3/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=STAYS
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %[[LENGTH:.*]] = call i32 @llvm.umax.i32(i32 56, i32 1)
; CHECK: %[[LEFT:.*]] = urem i32 3136, %[[LENGTH]]
; CHECK: icmp eq i32 %[[LEFT]], 0
; CHECK: %[[PARTS:.*]] = udiv i32 3136, %[[LENGTH]]
; CHECK: %[[ROWS:.*]] = call i32 @llvm.umax.i32(i32 %[[PARTS]], i32 1)
; CHECK: br i1 %{{.*}}, label %rows.groups, label %other.groups
; CHECK: rows.groups:
; CHECK: %[[ROW:row]] = add nuw nsw i32 %
; CHECK: %[[PLANE:.*]] = udiv i32 %[[ROW]], %[[ROWS]]
; CHECK: add i32 %column, %[[PLANE]]
; STAYS-NOT: rows.groups
define void @k(ptr addrspace(1) %a, i32 noundef %base) #0 {
  %l = call i32 @weft.local.id.0()
  %i = add i32 %l, %base
  %plane = udiv i32 %i, 3136
  %x = urem i32 %i, 56
  %index = add i32 %x, %plane
  %at = getelementptr i32, ptr addrspace(1) %a, i32 %index
  store i32 %i, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "weft-kernel" "weft-schedule"="width=16" }
