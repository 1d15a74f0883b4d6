; With rows of two work-items the ids come from the flattened local id; with longer rows nothing changes.
; RUN: weft-opt -weft-passes=choose-schedule,map-ids %s | FileCheck %s
; RUN: sed 's/="2,8,1"/="4,8,1"/' %s | weft-opt -weft-passes=choose-schedule,map-ids | FileCheck %s --check-prefix=LONGER

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()

; CHECK-LABEL: define void @k(
; CHECK-NOT: @weft.local.id.1
; CHECK: %[[FLAT:.*]] = call i32 @weft.local.id.0()
; CHECK: and i32 %[[FLAT]], 1
; CHECK: %[[AGAIN:.*]] = call i32 @weft.local.id.0()
; CHECK: lshr i32 %[[AGAIN]], 1
; CHECK: attributes #{{.*}} = { "weft-flat-ids" "weft-kernel" "weft-local-size"="2,8,1" "weft-schedule"="width={{[0-9]+}} dimension=0 flatten" "weft-sub-group-size"="8" }
; LONGER: call i32 @weft.local.id.1()
; LONGER-NOT: weft-flat-ids
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) #0 {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %p = getelementptr [2 x i32], ptr addrspace(1) %a, i32 %y, i32 %x
  store i32 1, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="2,8,1" "weft-schedule"="width={{[0-9]+}} dimension=0 flatten" "weft-sub-group-size"="8" }
