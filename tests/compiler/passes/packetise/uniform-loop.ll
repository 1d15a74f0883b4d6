; A loop that all lanes run equally often stays a scalar one; a sum becomes a vector; a uniform load stays scalar, a
; consecutive one is one access.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @sum(
; CHECK: %[[MASK:.*]] = call <8 x i1> @weft.packet.mask.8()
; CHECK: loop:
; CHECK: %k = phi i32
; CHECK: %[[TOTAL:.*]] = phi <8 x float>
; CHECK: %factor = load float, ptr addrspace(1)
; CHECK: %[[VALUE:.*]] = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4 %at, <8 x i1> %[[MASK]]
; CHECK: fmul <8 x float> %[[VALUE]]
; CHECK: br i1 %more, label %loop
; CHECK: call void @llvm.masked.store.v8f32.p1(
define void @sum(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %total = phi float [ 0.0, %entry ], [ %total.next, %loop ]
  %uniform = getelementptr float, ptr addrspace(1) %b, i32 %k
  %factor = load float, ptr addrspace(1) %uniform
  %row = mul nsw i32 %k, %n
  %index = add nsw i32 %row, %id
  %wide = sext i32 %index to i64
  %at = getelementptr float, ptr addrspace(1) %a, i64 %wide
  %value = load float, ptr addrspace(1) %at
  %product = fmul float %value, %factor
  %total.next = fadd float %total, %product
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %done

done:
  %place = zext nneg i32 %id to i64
  %to = getelementptr float, ptr addrspace(1) %a, i64 %place
  store float %total.next, ptr addrspace(1) %to
  ret void
}

; CHECK: attributes #{{.*}} "weft-packet-width"="8"
