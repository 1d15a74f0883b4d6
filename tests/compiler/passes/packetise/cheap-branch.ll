; A few instructions take no longer than to find out whether any lane wants them: they run for none, too. The first block
; of what some lanes run, which isn't all of it, does not.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @llvm.umin.i32(i32, i32)

; CHECK-LABEL: define void @cheap(
; CHECK: br i1 %{{.*}}, label %above, label %[[FLOW:.*]]
; CHECK: [[FLOW]]:
; CHECK: %[[GOES:.*]] = select <4 x i1> %{{.*}}, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: br i1 true, label %below, label %joined
; CHECK: %[[LESS:.*]] = call <4 x i32> @llvm.umin.v4i32
; CHECK: select <4 x i1> %[[GOES]], <4 x i32> %[[LESS]], <4 x i32>
; CHECK: joined:
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK: br i1 %[[ANY]], label %before.loop, label
define void @cheap(ptr addrspace(1) %a, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %is.odd = trunc i32 %value to i1
  br i1 %is.odd, label %below, label %above

below:
  %less = call i32 @llvm.umin.i32(i32 %value, i32 %n)
  br label %joined

above: ; with these it would be much to run for a select
  %m0 = mul i32 %value, %n
  %m1 = mul i32 %m0, %n
  %m2 = mul i32 %m1, %n
  %m3 = mul i32 %m2, %n
  %m4 = mul i32 %m3, %n
  %m5 = mul i32 %m4, %n
  %m6 = mul i32 %m5, %n
  %m7 = mul i32 %m6, %n
  %m8 = mul i32 %m7, %n
  %m9 = mul i32 %m8, %n
  %m10 = mul i32 %m9, %n
  %m11 = mul i32 %m10, %n
  %m12 = mul i32 %m11, %n
  %m13 = mul i32 %m12, %n
  %m14 = mul i32 %m13, %n
  %m15 = mul i32 %m14, %n
  %m16 = mul i32 %m15, %n
  br label %joined

joined:
  %result = phi i32 [ %m16, %above ], [ %less, %below ]
  store i32 %result, ptr addrspace(1) %at
  %is.large = icmp ugt i32 %value, %n
  br i1 %is.large, label %before.loop, label %end

before.loop:
  %first = add i32 %value, 1
  br label %loop

loop:
  %k = phi i32 [ 0, %before.loop ], [ %next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %a, i32 %k
  store i32 %first, ptr addrspace(1) %to
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}
