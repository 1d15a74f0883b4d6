; Where all packets have the same in each lane, or the same above some bits of lane 0's number, that is what lanes have: partners of
; a sorting network, which of the two comes first, and what they share, which is no partner's own number. What few lanes store to neighbours in local memory is stored without asking
; whether any does.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
; RUN: sed 's/addrspace(3)/addrspace(1)/g' %s | weft-opt -weft-passes="packetise<8>" | FileCheck %s --check-prefix=GLOBAL
; RUN: sed 's/xor i32 %%id, 4/xor i32 %%id, %%distance/' %s | weft-opt -weft-passes="packetise<8>" | FileCheck %s --check-prefix=UNKNOWN
target triple = "spir64"
declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK-NOT: icmp
; CHECK: <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>
; CHECK: %[[ABOVE:.*]] = and i32 %id, -8
; CHECK: %[[WIDE:.*]] = sext i32 %[[ABOVE]] to i64
; CHECK: insertelement <8 x i64> poison, i64 %[[WIDE]], i64 0
; CHECK: or disjoint <8 x i64> %{{.*}}, <i64 4, i64 5, i64 6, i64 7, i64 0, i64 1, i64 2, i64 3>
; CHECK: %goes{{.*}} = select <8 x i1> %{{.*}}, <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
; CHECK-NEXT: br i1 true
; CHECK: ret void
; GLOBAL-LABEL: define void @k(
; GLOBAL-NOT: br i1 true
; GLOBAL: ret void
; UNKNOWN-LABEL: define void @k(
; UNKNOWN: icmp sgt <8 x i32>
; UNKNOWN-NOT: br i1 true
; UNKNOWN: ret void
define void @k(ptr addrspace(3) %t, i32 %distance) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %partner = xor i32 %id, 4
  %isFirst = icmp sgt i32 %partner, %id
  br i1 %isFirst, label %first, label %end

first:
  %i = zext nneg i32 %id to i64
  %j = sext i32 %partner to i64
  %mine = getelementptr i32, ptr addrspace(3) %t, i64 %i
  %others = getelementptr i32, ptr addrspace(3) %t, i64 %j
  %a = load i32, ptr addrspace(3) %mine
  %b = load i32, ptr addrspace(3) %others
  %greater = icmp ugt i32 %a, %b
  br i1 %greater, label %exchange, label %end.first

exchange:
  store i32 %b, ptr addrspace(3) %mine
  store i32 %a, ptr addrspace(3) %others
  br label %end.first

end.first:
  br label %end

end:
  ret void
}
