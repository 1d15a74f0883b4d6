; A loop that lanes leave at different times runs until none is left in it; each keeps the value that it left with.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @count(
; CHECK: %[[ALL:.*]] = call <4 x i1> @weft.packet.mask.4()
; CHECK: loop:
; CHECK: %[[KEPT:.*]] = phi <4 x i32> [ %[[LEAVING:.*]], %loop ], [ poison, %entry ]
; CHECK: %[[MASK:.*]] = phi <4 x i1> [ %[[STAY:.*]], %loop ], [ %[[ALL]], %entry ]
; CHECK: %[[STAY]] = select <4 x i1> %[[MASK]], <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[STAY]])
; CHECK: %[[LEAVING]] = select <4 x i1> %[[MASK]], <4 x i32> %{{.*}}, <4 x i32> %[[KEPT]]
; CHECK: br i1 %[[ANY]], label %loop, label %done
; CHECK: done:
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> %[[LEAVING]],
define void @count(ptr addrspace(1) %a) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %place
  %limit = load i32, ptr addrspace(1) %at
  br label %loop

loop:
  %i = phi i32 [ 1, %entry ], [ %doubled, %loop ]
  %doubled = mul i32 %i, 2
  %more = icmp slt i32 %doubled, %limit
  br i1 %more, label %loop, label %done

done:
  %last = phi i32 [ %doubled, %loop ]
  store i32 %last, ptr addrspace(1) %at
  ret void
}
