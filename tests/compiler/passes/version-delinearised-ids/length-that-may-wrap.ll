; A length that the entry block computes, and that promises not to wrap, is asked for only by work-items within a guard.
; The group's test comes first, and makes one number of it whatever happens.
; RUN: weft-opt -weft-passes="version-delinearised-ids" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %length = mul nsw i32 %width, %times
; CHECK: %[[FIXED:.*]] = freeze i32 %length
; CHECK: icmp sgt i32 %[[FIXED]], 0
; CHECK: icmp uge i32 %[[FIXED]],
; CHECK: call i32 @llvm.umax.i32(i32 %[[FIXED]], i32 1)
; CHECK: br i1 %{{.*}}, label %rows.groups, label %other.groups
define void @k(ptr addrspace(1) %a, i32 noundef %base, i32 noundef %n, i32 noundef %width, i32 noundef %times) #0 {
entry:
  %length = mul nsw i32 %width, %times
  %l = call i32 @weft.local.id.0()
  %i = add i32 %l, %base
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %body, label %end

body:
  %y = udiv i32 %i, %length
  %x = urem i32 %i, %length
  %sum = add i32 %x, %y
  %at = getelementptr i32, ptr addrspace(1) %a, i32 %i
  store i32 %sum, ptr addrspace(1) %at
  br label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-schedule"="width=16" }
