; What some lanes run is skipped where none does, and runs with their mask; where lanes meet again, each keeps its own.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @clamped(
; CHECK: %[[MASK:.*]] = call <4 x i1> @weft.packet.mask.4()
; CHECK: %[[ABOVE:.*]] = icmp sgt <4 x i32>
; CHECK: %[[GOES:.*]] = select <4 x i1> %[[MASK]], <4 x i1> %[[ABOVE]], <4 x i1> zeroinitializer
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[GOES]])
; CHECK: br i1 %[[ANY]], label %above, label %joined
; CHECK: above:
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p1({{.*}} <4 x i1> %[[GOES]]
; CHECK: %[[OWN:.*]] = select <4 x i1> %[[GOES]], <4 x i32>
; CHECK: joined:
; CHECK: phi <4 x i32> {{.*}}%[[OWN]], %above
define void @clamped(ptr addrspace(1) %a, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %is.above = icmp sgt i32 %value, %n
  br i1 %is.above, label %above, label %joined

above:
  %other.place = sext i32 %value to i64
  %from = getelementptr i32, ptr addrspace(1) %a, i64 %other.place
  %other = load i32, ptr addrspace(1) %from
  br label %joined

joined:
  %result = phi i32 [ %value, %entry ], [ %other, %above ]
  store i32 %result, ptr addrspace(1) %at
  ret void
}
