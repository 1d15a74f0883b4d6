; Indices whose parts depend on each other are known to stay in arrays that are just long enough: nothing is left to
; ask. In arrays that are one shorter, groups may leave them.
; RUN: weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" %s | FileCheck %s
; RUN: sed 's/512 x i32/511 x i32/' %s | weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" | FileCheck %s --check-prefix=SHORT
; RUN: sed 's/112 x i32/111 x i32/' %s | weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" | FileCheck %s --check-prefix=SHORT
; RUN: sed 's/255 x i32/254 x i32/' %s | weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" | FileCheck %s --check-prefix=SHORT
; RUN: sed 's/256 x i32/255 x i32/' %s | weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" | FileCheck %s --check-prefix=SHORT
; RUN: sed 's/128 x i32/127 x i32/' %s | weft-opt -weft-passes="insert-checks,instcombine<no-verify-fixpoint>,simplifycfg" | FileCheck %s --check-prefix=SHORT
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; The first and the second of a pair of a network.
@pairs = internal addrspace(1) global [512 x i32] zeroinitializer
; Each 16th place and those behind it.
@steps = internal addrspace(1) global [112 x i32] zeroinitializer
; What lies a distance before.
@window = internal addrspace(1) global [255 x i32] zeroinitializer
; An index with another bit.
@partners = internal addrspace(1) global [256 x i32] zeroinitializer
; A table of which short transforms take some elements.
@roots = internal addrspace(1) global [128 x i32] zeroinitializer

; CHECK-LABEL: define void @k(
; CHECK-NOT: weft.check
; CHECK: store i32 1
; CHECK: store i32 2
; CHECK: store i32 3
; CHECK: store i32 4
; CHECK: store i32 5
; CHECK: store i32 6
; CHECK-NOT: weft.check
; CHECK: ret void
; SHORT-LABEL: define void @k(
; SHORT: call void @weft.check.report(
define void @k(ptr %launch, ptr %group) #0 {
entry:
  br label %network

network:
  %id = call i32 @weft.local.id.0()
  br label %pair

pair:
  %d = phi i32 [ 256, %network ], [ %half, %pair.at ]
  %some = icmp ugt i32 %d, 0
  br i1 %some, label %pair.at, label %tiles

pair.at:
  %twice = mul i32 2, %id
  %mask = sub i32 %d, 1
  %low.bits = and i32 %id, %mask
  %low = sub i32 %twice, %low.bits
  %high = add i32 %low, %d
  %low.wide = zext i32 %low to i64
  %high.wide = zext i32 %high to i64
  %p = getelementptr inbounds [512 x i32], ptr addrspace(1) @pairs, i64 0, i64 %low.wide
  %q = getelementptr inbounds [512 x i32], ptr addrspace(1) @pairs, i64 0, i64 %high.wide
  store i32 1, ptr addrspace(1) %p, align 4
  store i32 2, ptr addrspace(1) %q, align 4
  %half = udiv i32 %d, 2
  br label %pair

tiles:
  %start = phi i32 [ 0, %pair ], [ %next, %tile ]
  %more = icmp slt i32 %start, 100
  br i1 %more, label %tile, label %sums

tile:
  %in.tile = and i32 %id, 15
  %place = add i32 %start, %in.tile
  %place.wide = sext i32 %place to i64
  %r = getelementptr inbounds [112 x i32], ptr addrspace(1) @steps, i64 0, i64 %place.wide
  store i32 3, ptr addrspace(1) %r, align 4
  %next = add i32 %start, 16
  br label %tiles

sums:
  %back = phi i32 [ 1, %tiles ], [ %further, %behind ]
  %goes = icmp ult i32 %back, 128
  br i1 %goes, label %sum, label %end

sum:
  %partner = xor i32 %id, %back
  %partner.wide = zext i32 %partner to i64
  %t = getelementptr inbounds [256 x i32], ptr addrspace(1) @partners, i64 0, i64 %partner.wide
  store i32 4, ptr addrspace(1) %t, align 4
  %step = udiv i32 128, %back
  %less = sub i32 %back, 1
  %part = and i32 %id, %less
  %root = mul i32 %part, %step
  %root.wide = zext i32 %root to i64
  %u = getelementptr inbounds [128 x i32], ptr addrspace(1) @roots, i64 0, i64 %root.wide
  store i32 5, ptr addrspace(1) %u, align 4
  %has = icmp uge i32 %id, %back
  br i1 %has, label %before, label %behind

before:
  %at = sub i32 %id, %back
  %at.wide = zext i32 %at to i64
  %s = getelementptr inbounds [255 x i32], ptr addrspace(1) @window, i64 0, i64 %at.wide
  store i32 6, ptr addrspace(1) %s, align 4
  br label %behind

behind:
  %further = mul i32 %back, 2
  br label %sums

end:
  ret void
}

declare i32 @weft.local.id.0()

attributes #0 = { "weft-kernel" "weft-checks"="memory" "weft-local-size"="256,1,1" }
