; Lanes that change places by pairs, each with the one two further on, store in registers under a mask where that gains
; more than it costs to have the mask in their order.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<8;stores-with-masks>" %t/local-memory.ll | FileCheck %t/local-memory.ll
; RUN: weft-opt -weft-passes="packetise<8;stores-with-masks>" %t/few-packets.ll | FileCheck %t/few-packets.ll
; RUN: weft-opt -weft-passes="packetise<8;stores-with-masks>" %t/many-packets.ll | FileCheck %t/many-packets.ll
; RUN: weft-opt -weft-passes="packetise<8;stores-with-masks>" %t/global-memory.ll | FileCheck %t/global-memory.ll

;--- local-memory.ll
; In local memory, loads of the whole range mostly follow, which get its contents sooner from few stores.
; CHECK-LABEL: define void @pairs_in_local_memory(
; CHECK: shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; CHECK: call void @llvm.masked.store.v4i32.p3(
; CHECK-NOT: scatter
; CHECK: ret void
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @pairs_in_local_memory(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %wanted = icmp sgt i32 %v, 0
  br i1 %wanted, label %some, label %end

some:
  %partner = xor i32 %id, 2
  %i = zext i32 %partner to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  br label %end

end:
  ret void
}

;--- few-packets.ll
; Eight packets, if their number is known, can exchange elements in registers, in which scattered lanes keep their
; places.
; CHECK-LABEL: define void @few_packets_exchange(
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @few_packets_exchange(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" "weft-local-size"="64,1,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %wanted = icmp sgt i32 %v, 0
  br i1 %wanted, label %some, label %end

some:
  %partner = xor i32 %id, 2
  %i = zext i32 %partner to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  br label %end

end:
  ret void
}

;--- many-packets.ll
; Sixteen packets are too many to exchange elements in registers.
; CHECK-LABEL: define void @many_packets_store(
; CHECK: shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; CHECK: call void @llvm.masked.store.v4i32.p3(
; CHECK-NOT: scatter
; CHECK: ret void
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @many_packets_store(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" "weft-local-size"="128,1,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %wanted = icmp sgt i32 %v, 0
  br i1 %wanted, label %some, label %end

some:
  %partner = xor i32 %id, 2
  %i = zext i32 %partner to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  br label %end

end:
  ret void
}

;--- global-memory.ll
; Two lanes of a pair lie one behind the other, so that access-runs needs few masked stores to scatter them.
; CHECK-LABEL: define void @pairs_in_global_memory_are_scattered(
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @pairs_in_global_memory_are_scattered(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %wanted = icmp sgt i32 %v, 0
  br i1 %wanted, label %some, label %end

some:
  %partner = xor i32 %id, 2
  %i = zext i32 %partner to i64
  %to = getelementptr i32, ptr addrspace(1) %a, i64 %i
  store i32 %v, ptr addrspace(1) %to
  br label %end

end:
  ret void
}
