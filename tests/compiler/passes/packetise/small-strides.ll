; Elements that lie two to four apart are loaded and stored by whole vectors and shuffles where all lanes run, those of
; one block together, and never beyond the last lane's element.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<4>" %t/complex.ll | FileCheck %t/complex.ll
; RUN: weft-opt -weft-passes="packetise<4>" %t/structs.ll | FileCheck %t/structs.ll
; RUN: weft-opt -weft-passes="packetise<4>" %t/mixed.ll | FileCheck %t/mixed.ll
; RUN: weft-opt -weft-passes="packetise<4>" %t/between.ll | FileCheck %t/between.ll
; RUN: weft-opt -weft-passes="packetise<4>" %t/bytes.ll | FileCheck %t/bytes.ll
; RUN: weft-opt -weft-passes="packetise<4;permutes-bytes>" %t/bytes.ll | FileCheck %t/bytes.ll --check-prefix=PERMUTES

;--- complex.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; Both parts of complex numbers come from one load, and go to one store.
; CHECK-LABEL: define void @complex(
; CHECK: %[[MASK:.*]] = call <4 x i1> @weft.packet.mask.4()
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[MASK]])
; CHECK: br i1 %[[ALL]],
; CHECK: %[[FROM:.*]] = getelementptr float, ptr addrspace(1) %re.place, i64 0
; CHECK: %[[BOTH:.*]] = load <8 x float>, ptr addrspace(1) %[[FROM]], align 4
; CHECK: %[[RE:.*]] = shufflevector <8 x float> %[[BOTH]], <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[IM:.*]] = shufflevector <8 x float> %[[BOTH]], <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: %[[RE_APART:.*]] = call <4 x float> @llvm.masked.gather
; CHECK: %[[IM_APART:.*]] = call <4 x float> @llvm.masked.gather
; CHECK: phi <4 x float> [ %[[RE]], %{{.*}} ], [ %[[RE_APART]], %{{.*}} ]
; CHECK: phi <4 x float> [ %[[IM]], %{{.*}} ], [ %[[IM_APART]], %{{.*}} ]
; CHECK-NOT: gather
; CHECK: %[[TURNED:.*]] = shufflevector <8 x float> %{{.*}}, <8 x float> poison, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK: store <8 x float> %[[TURNED]], ptr addrspace(1) %{{.*}}, align 4
; CHECK: call void @llvm.masked.scatter
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: scatter
; CHECK: ret void
define void @complex(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %even = shl nuw nsw i32 %id, 1
  %re.index = zext nneg i32 %even to i64
  %re.place = getelementptr inbounds float, ptr addrspace(1) %a, i64 %re.index
  %re = load float, ptr addrspace(1) %re.place
  %odd = or disjoint i32 %even, 1
  %im.index = zext nneg i32 %odd to i64
  %im.place = getelementptr inbounds float, ptr addrspace(1) %a, i64 %im.index
  %im = load float, ptr addrspace(1) %im.place
  %im.to = getelementptr inbounds float, ptr addrspace(1) %b, i64 %im.index
  store float %re, ptr addrspace(1) %im.to
  %re.to = getelementptr inbounds float, ptr addrspace(1) %b, i64 %re.index
  store float %im, ptr addrspace(1) %re.to
  ret void
}

;--- structs.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; Of the last lane's struct only what is loaded: ten elements of three, of which the last vector has the last four. What
; isn't stored stays as it is.
; CHECK-LABEL: define void @structs(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr addrspace(1) %{{.*}}, i64 4
; CHECK: getelementptr i32, ptr addrspace(1) %[[PLACE]], i64 0
; CHECK: getelementptr i32, ptr addrspace(1) %[[PLACE]], i64 4
; CHECK: %[[LAST:.*]] = getelementptr i32, ptr addrspace(1) %[[PLACE]], i64 6
; CHECK: load <4 x i32>, ptr addrspace(1) %[[LAST]], align 4
; CHECK: shufflevector <12 x i32> %{{.*}}, <12 x i32> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 11>
; CHECK: call void @llvm.masked.store.v12i32.p1(<12 x i32> %{{.*}}, ptr addrspace(1) align 4 %{{.*}}, <12 x i1> <i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false>)
define void @structs(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %index = zext nneg i32 %id to i64
  %struct = getelementptr inbounds [3 x i32], ptr addrspace(1) %a, i64 %index
  %place = getelementptr inbounds i8, ptr addrspace(1) %struct, i64 4
  %v = load i32, ptr addrspace(1) %place
  %to = getelementptr inbounds [3 x i32], ptr addrspace(1) %b, i64 %index
  store i32 %v, ptr addrspace(1) %to
  ret void
}

;--- mixed.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; Fields of different types, but one size.
; CHECK-LABEL: define void @mixed(
; CHECK: load <8 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: load <
; CHECK: bitcast <4 x i32> %{{.*}} to <4 x float>
; CHECK: bitcast <4 x i32> %{{.*}} to <4 x float>
; CHECK: store <8 x float>
define void @mixed(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %index = zext nneg i32 %id to i64
  %tag.place = getelementptr inbounds { i32, float }, ptr addrspace(1) %a, i64 %index, i32 0
  %tag = load i32, ptr addrspace(1) %tag.place, align 8
  %value.place = getelementptr inbounds { i32, float }, ptr addrspace(1) %a, i64 %index, i32 1
  %value = load float, ptr addrspace(1) %value.place
  %tag.to = getelementptr inbounds { i32, float }, ptr addrspace(1) %b, i64 %index, i32 0
  store i32 %tag, ptr addrspace(1) %tag.to
  %value.to = getelementptr inbounds { i32, float }, ptr addrspace(1) %b, i64 %index, i32 1
  store float %value, ptr addrspace(1) %value.to
  ret void
}

;--- between.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; A store that stands between may change what is loaded.
; CHECK-LABEL: define void @inPlace(
; CHECK-COUNT-2: load <4 x i32>, ptr addrspace(1)
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.store.v8i32.p1
; CHECK-COUNT-2: load <4 x i32>, ptr addrspace(1)
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.store.v8i32.p1
define void @inPlace(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %even = shl nuw nsw i32 %id, 1
  %index = zext nneg i32 %even to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %index
  %to = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %index
  %first = load i32, ptr addrspace(1) %from
  store i32 %first, ptr addrspace(1) %to
  %from.next = getelementptr inbounds i32, ptr addrspace(1) %from, i64 1
  %to.next = getelementptr inbounds i32, ptr addrspace(1) %to, i64 1
  %second = load i32, ptr addrspace(1) %from.next
  store i32 %second, ptr addrspace(1) %to.next
  ret void
}

;--- bytes.ll
target triple = "spir64"
declare i32 @weft.local.id.0()
; Three bytes of each lane: a load and a shuffle for each, or vectors of which the CPU takes bytes in any order.
; CHECK-LABEL: define void @pixels(
; CHECK: %[[ALL:.*]] = load <12 x i8>, ptr addrspace(1) %{{.*}}, align 1
; CHECK: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 9>
; CHECK: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 1, i32 4, i32 7, i32 10>
; CHECK: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 2, i32 5, i32 8, i32 11>
; PERMUTES-LABEL: define void @pixels(
; PERMUTES-COUNT-3: load <4 x i8>, ptr addrspace(1) %{{.*}}, align 1
; PERMUTES: %[[ALL:.*]] = shufflevector <12 x i8> %{{.*}}, <12 x i8> poison, <12 x i32> <i32 0, i32 3, i32 6, i32 9, i32 1, i32 4, i32 7, i32 10, i32 2, i32 5, i32 8, i32 11>
; PERMUTES: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; PERMUTES: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; PERMUTES: shufflevector <12 x i8> %[[ALL]], <12 x i8> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
define void @pixels(ptr addrspace(1) %rgb, ptr addrspace(1) %grey) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %index = zext nneg i32 %id to i64
  %red.place = getelementptr inbounds [3 x i8], ptr addrspace(1) %rgb, i64 %index
  %red = load i8, ptr addrspace(1) %red.place
  %green.place = getelementptr inbounds i8, ptr addrspace(1) %red.place, i64 1
  %green = load i8, ptr addrspace(1) %green.place
  %blue.place = getelementptr inbounds i8, ptr addrspace(1) %red.place, i64 2
  %blue = load i8, ptr addrspace(1) %blue.place
  %sum = add i8 %red, %green
  %sums = add i8 %sum, %blue
  %to = getelementptr inbounds i8, ptr addrspace(1) %grey, i64 %index
  store i8 %sums, ptr addrspace(1) %to
  ret void
}
