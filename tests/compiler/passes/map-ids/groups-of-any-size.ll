; In code for any local size the two dimensions change places if the kernel can't tell how the range was cut, as groups
; may have one work-item along dimension 1 otherwise.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/any-groups.ll | FileCheck %t/any-groups.ll
; RUN: weft-opt -weft-passes="fork-packets,choose-schedule,map-ids" %t/observed-groups.ll \
; RUN:   | FileCheck %t/observed-groups.ll

;--- any-groups.ll
; The range can be cut into groups that are long along dimension 1.
; CHECK-LABEL: define void @any_groups(
; CHECK: %x = call i32 @weft.local.id.1()
; CHECK-NEXT: %y = call i32 @weft.local.id.0()
; CHECK-NOT: "weft-local-size"
; CHECK-NOT: "weft-gains-by-size"
; CHECK: attributes #{{.*}} "weft-packet-dimension"="1"
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @any_groups(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) "weft-kernel" {
entry:
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %first = mul i32 %x, %width
  %index = add i32 %first, %y
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %more = add i32 %value, 1
  store i32 %more, ptr addrspace(1) %at
  ret void
}

;--- observed-groups.ll
; A kernel that asks for its groups can tell. It is marked instead, as code for one size would gain.
; CHECK-LABEL: define void @observed_groups(
; CHECK: %x = call i32 @weft.local.id.0()
; CHECK-NEXT: %y = call i32 @weft.local.id.1()
; CHECK-NOT: "weft-packet-dimension"
; CHECK: attributes #{{.*}} "weft-gains-by-size"
target triple = "spir64"
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
define void @observed_groups(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) "weft-kernel" "weft-observes-groups" {
entry:
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %first = mul i32 %x, %width
  %index = add i32 %first, %y
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %more = add i32 %value, 1
  store i32 %more, ptr addrspace(1) %at
  ret void
}
