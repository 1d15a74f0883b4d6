; Lanes are scattered under a mask where stores with masks take long, or where they might go to another place. Each
; kernel differs in one thing from that of arranged-under-masks.ll, whose lanes store in order.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<8>" %t/slow-masks.ll | FileCheck %t/slow-masks.ll
; RUN: weft-opt -weft-passes="packetise<8;stores-with-masks>" %t/index-may-wrap.ll | FileCheck %t/index-may-wrap.ll

;--- slow-masks.ll
; The CPU takes long for a store with a mask.
; CHECK-LABEL: define void @scattered_where_masks_are_slow(
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @scattered_where_masks_are_slow(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
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

;--- index-may-wrap.ll
; All addresses in order are computed from that of lane 0, whose index may wrap where a number is added to it.
; CHECK-LABEL: define void @scattered_where_the_index_may_wrap(
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @scattered_where_the_index_may_wrap(ptr addrspace(3) %a, ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %wanted = icmp sgt i32 %v, 0
  br i1 %wanted, label %some, label %end

some:
  %partner = xor i32 %id, 3
  %moved = add i32 %partner, %n
  %i = sext i32 %moved to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  br label %end

end:
  ret void
}
