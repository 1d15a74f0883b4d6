; Lanes that store in an order that is the same in every packet do so in registers, the mask in the same order, also if
; only some of them run: here four turned round, in local memory without a branch on whether all do.
; pairs-under-masks.ll has other orders, scattered-under-masks.ll lanes that are scattered.
; RUN: weft-opt -weft-passes="packetise<8;stores-with-masks>" %s | FileCheck %s
; In global memory all lanes store together where all run.
; RUN: sed 's/addrspace(3)/addrspace(1)/g' %s | weft-opt -weft-passes="packetise<8;stores-with-masks>" \
; RUN:   | FileCheck %s --check-prefix=GLOBAL
target triple = "spir64"
declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @turns_four_lanes_round(
; CHECK-NOT: br i1 %
; CHECK: shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: call void @llvm.masked.store.v4i32.p3(<4 x i32> %{{.*}}, ptr addrspace(3) align 4 %{{.*}}, <4 x i1> %{{.*}})
; CHECK-NOT: {{br i1 %|scatter}}
; CHECK: ret void
; GLOBAL-LABEL: define void @turns_four_lanes_round(
; GLOBAL: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %{{.*}})
; GLOBAL: br i1 %[[ALL]]
; GLOBAL: store <4 x i32>
; GLOBAL: call void @llvm.masked.store.v4i32.p1(
; GLOBAL-NOT: scatter
; GLOBAL: ret void
define void @turns_four_lanes_round(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %wanted = icmp sgt i32 %v, 0
  br i1 %wanted, label %some, label %end

some:
  %partner = xor i32 %id, 3
  %i = zext i32 %partner to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  br label %end

end:
  ret void
}
