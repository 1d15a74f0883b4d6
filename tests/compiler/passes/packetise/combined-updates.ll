; Lanes that add to one address do so at once, and each gets the number that it would have found.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @tickets(
; CHECK: %[[MASK:.*]] = call <8 x i1> @weft.packet.mask.8()
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[MASK]] to i8
; CHECK: %[[COUNT:.*]] = call i8 @llvm.ctpop.i8(i8 %[[BITS]])
; CHECK: %[[WIDE:.*]] = zext i8 %[[COUNT]] to i32
; CHECK: %[[TOTAL:.*]] = mul i32 3, %[[WIDE]]
; CHECK: %[[OLD:.*]] = atomicrmw add ptr addrspace(1) %counter, i32 %[[TOTAL]] monotonic
; CHECK: %[[AHEAD:.*]] = and <8 x i8> %{{.*}}, <i8 0, i8 1, i8 3, i8 7, i8 15, i8 31, i8 63, i8 127>
; CHECK: call <8 x i8> @llvm.ctpop.v8i8(<8 x i8> %[[AHEAD]])
; CHECK: %[[RESULT:.*]] = add <8 x i32>
; CHECK: call void @llvm.masked.store{{.*}}(<8 x i32> %[[RESULT]],
define void @tickets(ptr addrspace(1) %counter, ptr addrspace(1) %a) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %ticket = atomicrmw add ptr addrspace(1) %counter, i32 3 monotonic
  %place = zext nneg i32 %id to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  store i32 %ticket, ptr addrspace(1) %at
  ret void
}
