; Rows that lie one behind the other are stored some at once. With a gap between them each is stored for itself.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
; RUN: sed 's/ mul nsw i64 %row, 8$/ mul nsw i64 %row, 9/' %s | weft-opt -weft-passes="packetise<4>" \
; RUN:   | FileCheck %s --check-prefix=GAP
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %[[FIRST:.*]] = shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <16 x i32>
; CHECK: store <16 x float> %[[FIRST]], ptr addrspace(1) %{{.*}}, align 4
; CHECK: %[[SECOND:.*]] = shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <16 x i32>
; CHECK: store <16 x float> %[[SECOND]], ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: store <8 x float>
; GAP-LABEL: define void @k(
; GAP-COUNT-4: store <8 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; GAP-NOT: store <16 x float>
define void @k(ptr %launch, ptr %group, ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b) #0 {
entry:
  %item = call i32 @weft.local.id.0()
  %row = zext nneg i32 %item to i64
  %at = getelementptr float, ptr addrspace(1) %a, i64 %row
  %one = load float, ptr addrspace(1) %at, align 4
  %v0 = insertelement <8 x float> splat (float 1.0), float %one, i64 0
  %v1 = insertelement <8 x float> %v0, float %one, i64 7
  %first = mul nsw i64 %row, 8
  %there = getelementptr float, ptr addrspace(1) %b, i64 %first
  store <8 x float> %v1, ptr addrspace(1) %there, align 4
  ret void
}
attributes #0 = { "weft-kernel" }
