; Dimension 0 numbers the rows of a matrix and dimension 1 its columns: the two change places. Not where dimension 0 is the
; better one, where rows along dimension 1 aren't whole packets, or where the kernel can tell its sub-groups apart. Where the local
; size isn't known, so they do if the kernel can't tell how the range was cut. Else it says that code for one size
; would gain.
; RUN: weft-opt -weft-passes="fork-packets,interchange-dimensions" %s | FileCheck %s
; RUN: sed 's/mul i32 %x/mul i32 %y/; s/add i32 %first, %y/add i32 %first, %x/' %s \
; RUN:   | weft-opt -weft-passes="fork-packets,interchange-dimensions" | FileCheck %s --check-prefix=KEPT
; RUN: sed 's/="8,64,1"/="8,63,1"/' %s | weft-opt -weft-passes="fork-packets,interchange-dimensions" | FileCheck %s --check-prefix=KEPT
; RUN: sed 's/"weft-local-size"="8,64,1"//' %s | weft-opt -weft-passes="fork-packets,interchange-dimensions" | FileCheck %s --check-prefix=ANY
; RUN: sed 's/"weft-local-size"="8,64,1"/"weft-observes-groups"/' %s | weft-opt -weft-passes="fork-packets,interchange-dimensions" \
; RUN:   | FileCheck %s --check-prefix=GAINS
; RUN: sed 's/="8,64,1"/="0,1,1"/' %s | weft-opt -weft-passes="fork-packets,interchange-dimensions" | FileCheck %s --check-prefix=KEPT
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-sub-groups" "weft-sub-group-size"="8"/' %s \
; RUN:   | weft-opt -weft-passes="fork-packets,packetise<8>" | FileCheck %s --check-prefix=SUB-GROUPS
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()

; CHECK: define void @k.original(
; CHECK: call i32 @weft.local.id.0()
; CHECK-NEXT: call i32 @weft.local.id.1()
; CHECK: define void @k(
; CHECK: %x = call i32 @weft.local.id.1()
; CHECK-NEXT: %y = call i32 @weft.local.id.0()
; CHECK-DAG: attributes #{{.*}} = {{{.*}}"weft-local-size"="64,8,1" "weft-packet-dimension"="1"
; CHECK-DAG: attributes #{{.*}} = {{{.*}}"weft-local-size"="8,64,1" "weft-original"
; KEPT-NOT: "weft-packet-dimension"
; KEPT: %x = call i32 @weft.local.id.0()
; KEPT: %x = call i32 @weft.local.id.0()
; KEPT-NOT: "weft-packet-dimension"
; KEPT-NOT: "weft-gains-by-size"
; ANY: define void @k(
; ANY: %x = call i32 @weft.local.id.1()
; ANY-NEXT: %y = call i32 @weft.local.id.0()
; ANY-NOT: "weft-local-size"
; ANY-NOT: "weft-gains-by-size"
; ANY: attributes #{{.*}} "weft-packet-dimension"="1"
; GAINS: define void @k(
; GAINS: %x = call i32 @weft.local.id.0()
; GAINS-NOT: "weft-packet-dimension"
; GAINS: attributes #{{.*}} "weft-gains-by-size"
; SUB-GROUPS-NOT: "weft-packet-dimension"
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %width) #0 {
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
attributes #0 = { "weft-kernel" "weft-local-size"="8,64,1" }
