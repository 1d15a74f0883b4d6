; Counters by data: where all lanes run each loads, adds and stores for itself, one after the other; else they are gathered
; and scattered. Not where something in between may have changed the element, where its first value is asked for again, or
; where an element's place is more than a base, the same for all lanes, and an index.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
; RUN: sed 's/; \(store i32 7\)/\1/' %s | weft-opt -weft-passes="packetise<4>" | FileCheck %s --check-prefix=GATHERED
; RUN: sed 's/add i32 %old, 1/add i32 %old, %old/' %s | weft-opt -weft-passes="packetise<4>" | FileCheck %s --check-prefix=GATHERED
; RUN: sed 's/getelementptr i32, ptr addrspace(3) %counts, i64 %bin/inttoptr i64 %bin to ptr addrspace(3)/' %s \
; RUN:   | weft-opt -weft-passes="packetise<4>" | FileCheck %s --check-prefix=GATHERED
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %[[MASK:.*]] = call <4 x i1> @weft.packet.mask.4()
; CHECK-NOT: gather
; CHECK: call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[MASK]])
; CHECK: %[[FIRST:.*]] = load i32
; CHECK-NEXT: %[[COUNTED:.*]] = add i32 %[[FIRST]], 1
; CHECK-NEXT: store i32 %[[COUNTED]]
; CHECK-COUNT-3: add i32 %{{.*}}, 1
; CHECK: %[[ALL:.*]] = call <4 x i32> @llvm.masked.gather.v4i32
; CHECK: %[[SUMS:.*]] = add <4 x i32> %[[ALL]], splat (i32 1)
; CHECK: call void @llvm.masked.scatter.v4i32.v4p3(<4 x i32> %[[SUMS]],
; CHECK-NOT: add i32
; GATHERED-NOT: llvm.vector.reduce.and
; GATHERED: call <4 x i32> @llvm.masked.gather.v4i32
; GATHERED-NOT: llvm.vector.reduce.and
; GATHERED: call void @llvm.masked.scatter.v4i32
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %data, ptr addrspace(3) %counts) #0 {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext i32 %id to i64
  %at = getelementptr i8, ptr addrspace(1) %data, i64 %place
  %value = load i8, ptr addrspace(1) %at
  %bin = zext i8 %value to i64
  %count = getelementptr i32, ptr addrspace(3) %counts, i64 %bin
  %old = load i32, ptr addrspace(3) %count
  ; store i32 7, ptr addrspace(3) %counts
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(3) %count
  ret void
}
attributes #0 = { "weft-kernel" }
