; Where groups are known to have two work-items in dimension 0, packets follow the flattened local id; with four they don't.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
; RUN: sed 's/"2,16,1"/"4,8,1"/' %s | weft-opt -weft-passes="packetise<8>" - | FileCheck %s --check-prefix=ROWS
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()

; CHECK-LABEL: define void @k(
; CHECK: call <8 x i1> @weft.packet.mask.8()
; CHECK: %[[FLAT:.*]] = call i32 @weft.local.id.0()
; CHECK: %[[IN_ROW:.*]] = or disjoint <8 x i32> %{{.*}}, <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK: %[[STARTS:.*]] = mul <8 x i32> %[[IN_ROW]], %{{.*}}
; CHECK: add <8 x i32> %[[STARTS]], <i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1>
; CHECK-NOT: @weft.local.id.1()
; CHECK: attributes #{{.*}} "weft-flat-ids"
; ROWS-LABEL: define void @k(
; ROWS: call <4 x i1> @weft.packet.mask.4()
; ROWS: call i32 @weft.local.id.1()
; ROWS-NOT: "weft-flat-ids"
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) #0 {
entry:
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %row = mul i32 %y, %width
  %index = add i32 %row, %x
  %place = zext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  store i32 %x, ptr addrspace(1) %at
  ret void
}
attributes #0 = { "weft-kernel" "weft-local-size"="2,16,1" "weft-sub-group-size"="8" }
