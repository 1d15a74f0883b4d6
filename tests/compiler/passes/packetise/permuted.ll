; Lanes that find their elements in an order that is the same in every packet reach them by vectors and shuffles with
; constant numbers where all lanes run, those of one block together.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<8>" %t/runs.ll | FileCheck %t/runs.ll
; RUN: weft-opt -weft-passes="packetise<8>" %t/gaps.ll | FileCheck %t/gaps.ll
; RUN: weft-opt -weft-passes="packetise<8>" %t/table.ll | FileCheck %t/table.ll
; RUN: weft-opt -weft-passes="packetise<8>" %t/same-element.ll | FileCheck %t/same-element.ll
; RUN: weft-opt -weft-passes="packetise<8>" %t/between.ll | FileCheck %t/between.ll
; RUN: weft-opt -weft-passes="packetise<8>" %t/carried.ll | FileCheck %t/carried.ll

;--- runs.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; Runs of two, whose gaps the second store fills: each register of four takes from both.
; CHECK-LABEL: define void @runs(
; CHECK: br i1 %
; CHECK: %[[MIXED:.*]] = shufflevector <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK: store <4 x float> %[[MIXED]], ptr addrspace(3) %{{.*}}, align 4
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(3) %{{.*}}, align 4
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(3) %{{.*}}, align 4
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(3) %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: call void @llvm.masked.scatter
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: scatter
; CHECK: ret void
define void @runs(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr float, ptr addrspace(1) %b, i64 %wide
  %v = load float, ptr addrspace(1) %from
  %twice = shl i32 %id, 1
  %upper = and i32 %twice, -4
  %lower = and i32 %id, 1
  %low = or disjoint i32 %upper, %lower
  %high = or disjoint i32 %low, 2
  %i = zext i32 %low to i64
  %j = zext i32 %high to i64
  %first = getelementptr float, ptr addrspace(3) %a, i64 %i
  %second = getelementptr float, ptr addrspace(3) %a, i64 %j
  store float %v, ptr addrspace(3) %first
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(3) %second
  ret void
}

;--- gaps.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; What is nobody's is left out.
; CHECK-LABEL: define void @gaps(
; CHECK: %[[MIXED:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 2>
; CHECK: call void @llvm.masked.store.v4i32.p3(<4 x i32> %[[MIXED]], ptr addrspace(3) align 4 %{{.*}}, <4 x i1> <i1 true, i1 true, i1 false, i1 true>)
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
define void @gaps(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %half = lshr i32 %id, 1
  %thirds = mul i32 %half, 3
  %lower = and i32 %id, 1
  %place = add i32 %thirds, %lower
  %i = zext i32 %place to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  ret void
}

;--- table.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; Lanes have parts of a table in common. Nothing behind the last one's element is loaded.
; CHECK-LABEL: define void @table(
; CHECK-NOT: gather
; CHECK: %[[TO:.*]] = getelementptr <2 x float>, ptr addrspace(1) %{{.*}}, i64 0{{$}}
; CHECK: load <4 x float>, ptr addrspace(1) %[[TO]], align 4
; CHECK: %[[LAST:.*]] = getelementptr <2 x float>, ptr addrspace(1) %{{.*}}, i64 1{{$}}
; CHECK: load <4 x float>, ptr addrspace(1) %[[LAST]], align 4
; CHECK-NOT: load <4 x float>
; CHECK: call <8 x i64> @llvm.masked.gather
; CHECK: ret void
define void @table(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %bit = and i64 %wide, 1
  %place = shl nuw nsw i64 %bit, 1
  %from = getelementptr <2 x float>, ptr addrspace(1) %a, i64 %place
  %v = load <2 x float>, ptr addrspace(1) %from
  %to = getelementptr <2 x float>, ptr addrspace(1) %b, i64 %wide
  store <2 x float> %v, ptr addrspace(1) %to
  ret void
}

;--- same-element.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; Lanes that store to one place do so in their order.
; CHECK-LABEL: define void @same(
; CHECK-NOT: store <4
; CHECK-NOT: masked.store.v4i32
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: store <4
; CHECK: ret void
define void @same(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %part = and i64 %wide, 3
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %part
  store i32 %v, ptr addrspace(3) %to
  ret void
}

;--- between.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; A store is not moved past a load of what it may have stored.
; CHECK-LABEL: define void @between(
; CHECK-NOT: store <4 x float>
; CHECK: ret void
define void @between(ptr addrspace(3) %a, ptr addrspace(3) %c, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr float, ptr addrspace(1) %b, i64 %wide
  %v = load float, ptr addrspace(1) %from
  %twice = shl i64 %wide, 1
  %upper = and i64 %twice, -4
  %lower = and i64 %wide, 1
  %low = or disjoint i64 %upper, %lower
  %high = or disjoint i64 %low, 2
  %first = getelementptr float, ptr addrspace(3) %a, i64 %low
  %second = getelementptr float, ptr addrspace(3) %a, i64 %high
  store float %v, ptr addrspace(3) %first
  %w = load float, ptr addrspace(3) %c
  store float %w, ptr addrspace(3) %second
  ret void
}

;--- carried.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; What is added isn't known, so bits may be carried: a comparison tells.
; CHECK-LABEL: define void @carried(
; CHECK: in.line
; CHECK: ret void
define void @carried(ptr addrspace(3) %a, ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %sum = add i32 %id, %n
  %part = and i32 %sum, 63
  %twice = shl i32 %part, 1
  %i = zext nneg i32 %twice to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  %behind = getelementptr i32, ptr addrspace(3) %to, i64 1
  store i32 %v, ptr addrspace(3) %behind
  ret void
}
