; Atomic updates that nobody asks for the result of: where all lanes run they follow each other without conditions, and each lane
; loads what says which counter is its own; else one lane follows the other if it runs, and they load together. Where memory may have changed since all
; lanes loaded together, a lane takes its element of that vector.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
; RUN: sed 's/; \(store i8 7\)/\1/' %s | weft-opt -weft-passes="packetise<4>" | FileCheck %s --check-prefix=CHANGED
; RUN: sed 's/addrspace(3) %%count\b/addrspace(1) %%count/; s/addrspace(3) %%counts/addrspace(1) %%counts/g' %s \
; RUN:   | weft-opt -weft-passes="packetise<4>" | FileCheck %s --check-prefix=CHANGED
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %[[MASK:.*]] = call <4 x i1> @weft.packet.mask.4()
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[MASK]])
; CHECK: br i1 %[[ALL]]
; CHECK-NOT: extractelement
; CHECK-COUNT-4: atomicrmw add ptr addrspace(3) %{{.*}}, i32 1 monotonic
; CHECK-NOT: atomicrmw
; CHECK: %[[VALUES:.*]] = call <4 x i8> @llvm.masked.load
; CHECK: lane:
; CHECK: extractelement <4 x i1> %[[MASK]], i64 %[[LANE:.*]]
; CHECK: lane.run:
; CHECK: %[[VALUE:.*]] = extractelement <4 x i8> %[[VALUES]], i64 %[[LANE]]
; CHECK: %[[BIN:.*]] = zext i8 %[[VALUE]] to i64
; CHECK: %[[COUNT:.*]] = getelementptr i32, ptr addrspace(3) %counts, i64 %[[BIN]]
; CHECK: atomicrmw add ptr addrspace(3) %[[COUNT]], i32 1 monotonic
; CHECK-NOT: atomicrmw
; CHANGED-LABEL: define void @k(
; CHANGED: llvm.vector.reduce.and
; CHANGED: %[[FIRST:.*]] = extractelement <4 x i8> %{{.*}}, i64 0
; CHANGED: zext i8 %[[FIRST]]
; CHANGED: atomicrmw add
; CHANGED: extractelement <4 x i8> %{{.*}}, i64 3
; CHANGED: atomicrmw add
; CHANGED: lane:
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %data, ptr addrspace(3) %counts) #0 {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext i32 %id to i64
  %at = getelementptr i8, ptr addrspace(1) %data, i64 %place
  %value = load i8, ptr addrspace(1) %at
  ; store i8 7, ptr addrspace(1) %data
  %bin = zext i8 %value to i64
  %count = getelementptr i32, ptr addrspace(3) %counts, i64 %bin
  %old = atomicrmw add ptr addrspace(3) %count, i32 1 monotonic
  ret void
}
attributes #0 = { "weft-kernel" }
