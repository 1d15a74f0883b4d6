; A few instructions take no longer than to find out whether any lane wants them: they run for none, too. The first block
; of what some lanes run, which isn't all of it, does not.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare i32 @llvm.umin.i32(i32, i32)

; CHECK-LABEL: define void @cheap(
; CHECK: %[[GOES:.*]] = select <4 x i1> %{{.*}}, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: br i1 true, label %below, label %joined
; CHECK: %[[LESS:.*]] = call <4 x i32> @llvm.umin.v4i32
; CHECK: select <4 x i1> %[[GOES]], <4 x i32> %[[LESS]], <4 x i32>
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK: br i1 %[[ANY]], label %before.loop, label
define void @cheap(ptr addrspace(1) %a, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %value = load i32, ptr addrspace(1) %at
  %is.odd = trunc i32 %value to i1
  br i1 %is.odd, label %below, label %joined

below:
  %less = call i32 @llvm.umin.i32(i32 %value, i32 %n)
  br label %joined

joined:
  %result = phi i32 [ %value, %entry ], [ %less, %below ]
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
