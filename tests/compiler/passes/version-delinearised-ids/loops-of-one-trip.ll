; A loop counts numbers in steps that the group has in common. Where no work-item of the group comes to a second trip the
; copy has no loop, and the first numbers are in rows. Not where what the loop makes is used behind it.
; RUN: weft-opt -weft-passes="version-delinearised-ids" %s | FileCheck %s
; RUN: sed 's/^end:/&\n  store i32 %%i, ptr addrspace(1) %%a/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/add i32 %%i, %%distance/add i32 %%i, %%l/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=STAYS
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %[[NEXT:.*]] = add i32 %base, %distance
; CHECK: icmp ule i32 %distance, 2147483647
; CHECK: icmp ule i32 %[[NEXT]], 2147418111
; CHECK: %[[OVER:.*]] = icmp sge i32 %[[NEXT]], %n
; CHECK: br i1 %{{.*}}, label %rows.groups, label %other.groups
; CHECK: loop:
; CHECK: phi i32 [ %first, %other.groups ], [ %next, %body ]
; CHECK: rows.groups:
; CHECK-NOT: phi
; CHECK: %[[I:.*]] = add i32 %local.id.0, %base
; CHECK: icmp sgt i32 %n, %[[I]]
; CHECK-NOT: phi
; CHECK: %{{.*}} = add i32 %column, %row
; CHECK: br label %[[END:.*]]
; CHECK: [[END]]:
; CHECK-NEXT: ret void
; STAYS-NOT: rows.groups
define void @k(ptr addrspace(1) %a, i32 noundef %base, i32 noundef %n, i32 noundef %distance, i32 noundef %width) #0 {
entry:
  %l = call i32 @weft.local.id.0()
  %first = add i32 %l, %base
  br label %loop

loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %more = icmp sgt i32 %n, %i
  br i1 %more, label %body, label %end

body:
  %y = sdiv i32 %i, %width
  %x = srem i32 %i, %width
  %index = add i32 %x, %y
  %at = getelementptr i32, ptr addrspace(1) %a, i32 %index
  store i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, %distance
  br label %loop

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-schedule"="width=16" }
