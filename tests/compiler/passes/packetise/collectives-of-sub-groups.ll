; What a sub-group does together is done on the packet's vector, among the lanes that run it.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare i32 @weft.lane.id()
declare i32 @weft.sub.group.id()
declare void @weft.sub.group.barrier()
declare i64 @__weft_sub_group_ballot(i1)
declare i32 @__weft_sub_group_broadcast_uint(i32, i32)
declare i32 @__weft_sub_group_shuffle_uint(i32, i32)
declare i32 @__weft_sub_group_reduce_min_int(i32)
declare i32 @__weft_sub_group_exclusive_add_uint(i32)
declare i32 @__weft_sub_group_clustered_add_uint(i32, i32)

; The kernel's own size, not that of others; no collective is left.
; CHECK-LABEL: define void @k(
; CHECK-NOT: __weft
; CHECK: %mask = call <4 x i1> @weft.packet.mask.4()
; CHECK: %[[V:.*]] = call <4 x i32> @llvm.masked.load{{.*}}(ptr addrspace(1)
; CHECK: %[[ODD:.*]] = trunc <4 x i32> %[[V]] to <4 x i1>
; CHECK: %[[RUNS:.*]] = select <4 x i1> %mask, <4 x i1> %[[ODD]], <4 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[RUNS]] to i4
; CHECK: %[[BALLOT:.*]] = zext i4 %[[BITS]] to i64
; CHECK: store i64 %[[BALLOT]], ptr addrspace(1) %b
; CHECK: %[[VALUES:.*]] = select <4 x i1> %mask, <4 x i32> %[[V]], <4 x i32> splat (i32 2147483647)
; CHECK: shufflevector <4 x i32> %[[VALUES]], <4 x i32> poison, <2 x i32> <i32 0, i32 1>
; CHECK: shufflevector <4 x i32> %[[VALUES]], <4 x i32> poison, <2 x i32> <i32 2, i32 3>
; CHECK: call <2 x i32> @llvm.smin.v2i32(
; CHECK: %reduced = extractelement <1 x i32>
; CHECK: store i32 %reduced, ptr addrspace(1) %b
; CHECK: %broadcast = extractelement <4 x i32> %[[V]], i32 %{{.*}}
; A scan by shifts: one for all lanes before, then log2 of the width.
; CHECK: %[[SUMMANDS:.*]] = select <4 x i1> %mask, <4 x i32> %[[V]], <4 x i32> zeroinitializer
; CHECK: shufflevector <4 x i32> %[[SUMMANDS]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: <4 x i32> <i32 4, i32 4, i32 0, i32 1>
; Clusters by exchange with the partner.
; CHECK: <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK: <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; CHECK: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) #0 {
  %x = call i32 @weft.local.id.0()
  %i = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %odd = trunc i32 %v to i1
  %ballot = call i64 @__weft_sub_group_ballot(i1 %odd)
  store i64 %ballot, ptr addrspace(1) %b
  call void @weft.sub.group.barrier()
  %min = call i32 @__weft_sub_group_reduce_min_int(i32 %v)
  store i32 %min, ptr addrspace(1) %b
  %one = call i32 @__weft_sub_group_broadcast_uint(i32 %v, i32 %n)
  store i32 %one, ptr addrspace(1) %b
  %scan = call i32 @__weft_sub_group_exclusive_add_uint(i32 %v)
  store i32 %scan, ptr addrspace(1) %p
  %cluster = call i32 @__weft_sub_group_clustered_add_uint(i32 %v, i32 2)
  store i32 %cluster, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" "weft-sub-groups" "weft-sub-group-size"="4" }
