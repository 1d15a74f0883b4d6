; What has no form for vectors runs for one lane after the other: an atomic's results come together in a vector. A
; function with an overload for vectors is called once.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare float @_Z3powff(float, float) memory(none)

; CHECK-LABEL: define void @tickets(
; CHECK: %[[MASK:.*]] = call <8 x i1> @weft.packet.mask.8()
; CHECK: lane:
; CHECK: %[[LANE:.*]] = phi i64
; CHECK: %[[RUNS:.*]] = extractelement <8 x i1> %[[MASK]], i64 %[[LANE]]
; CHECK: br i1 %[[RUNS]], label %lane.run, label %lane.next
; CHECK: lane.run:
; CHECK: %[[TICKET:.*]] = atomicrmw xchg ptr addrspace(1) %counter, i32 1 monotonic
; CHECK: insertelement <8 x i32> %{{.*}}, i32 %[[TICKET]], i64 %[[LANE]]
; CHECK: %[[NUMBERS:.*]] = sitofp <8 x i32> %{{.*}} to <8 x float>
; CHECK: call <8 x float> @_Z3powDv8_fS_(<8 x float> %[[NUMBERS]], <8 x float>
define void @tickets(ptr addrspace(1) %counter, ptr addrspace(1) %a, float %e) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %ticket = atomicrmw xchg ptr addrspace(1) %counter, i32 1 monotonic
  %number = sitofp i32 %ticket to float
  %power = call float @_Z3powff(float %number, float %e)
  %place = zext nneg i32 %id to i64
  %at = getelementptr float, ptr addrspace(1) %a, i64 %place
  store float %power, ptr addrspace(1) %at
  ret void
}
