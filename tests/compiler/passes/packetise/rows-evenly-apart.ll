; Rows of a matrix, one for each lane: where all lanes run, each is found from the first one's place and the width, which is
; the same for all. With indices that may wrap in between, each place is taken out of a vector.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
; RUN: sed 's/mul nsw/mul/' %s | weft-opt -weft-passes="packetise<4>" | FileCheck %s --check-prefix=WRAPS
; RUN: sed 's/sext i32 %index to i64/zext i32 %index to i64/; s/mul nsw/mul nuw/; s/add nsw/add nuw/' %s \
; RUN:   | weft-opt -weft-passes="packetise<4>" | FileCheck %s --check-prefix=UNSIGNED
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %[[MASK:.*]] = call <4 x i1> @weft.packet.mask.4()
; CHECK: %[[WIDTH:.*]] = sext i32 %width to i64
; CHECK: mul i64 1, %[[WIDTH]]
; CHECK: mul i64 %{{.*}}, 4
; CHECK: %[[STEP:.*]] = add i64 0, %{{.*}}
; CHECK: %[[ONE:.*]] = mul i64 %[[STEP]], 1
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr addrspace(1) %[[FIRST:.*]], i64 %[[ONE]]
; CHECK: %[[TWO:.*]] = mul i64 %[[STEP]], 2
; CHECK: getelementptr i8, ptr addrspace(1) %[[FIRST]], i64 %[[TWO]]
; CHECK: %[[RUNS:.*]] = extractelement <4 x i1> %[[MASK]], i64 1
; CHECK: %[[PLACE:.*]] = select i1 %[[RUNS]], ptr addrspace(1) %[[SECOND]], ptr addrspace(1) %[[FIRST]]
; CHECK: load <4 x float>, ptr addrspace(1) %[[FIRST]]
; CHECK: load <4 x float>, ptr addrspace(1) %[[PLACE]]
; CHECK-NOT: extractelement <4 x ptr addrspace(1)>
; WRAPS: %[[PLACES:.*]] = select <4 x i1> %{{.*}}, <4 x ptr addrspace(1)>
; WRAPS: extractelement <4 x ptr addrspace(1)> %[[PLACES]], i64 3
; UNSIGNED: %[[WIDTH:.*]] = zext i32 %width to i64
; UNSIGNED: mul i64 1, %[[WIDTH]]
; UNSIGNED-NOT: extractelement <4 x ptr addrspace(1)>
define void @k(ptr %launch, ptr %group, ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i32 %width, i32 %from) #0 {
entry:
  %row = call i32 @weft.local.id.0()
  %first = mul nsw i32 %row, %width
  %index = add nsw i32 %first, %from
  %place = sext i32 %index to i64
  %at = getelementptr float, ptr addrspace(1) %a, i64 %place
  %four = load <4 x float>, ptr addrspace(1) %at, align 4
  %x = extractelement <4 x float> %four, i64 0
  %w = extractelement <4 x float> %four, i64 3
  %sum = fadd float %x, %w
  %to = zext i32 %row to i64
  %there = getelementptr float, ptr addrspace(1) %b, i64 %to
  store float %sum, ptr addrspace(1) %there
  ret void
}
attributes #0 = { "weft-kernel" }
