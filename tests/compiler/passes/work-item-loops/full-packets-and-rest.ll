; Full packets have a constant mask, and one that isn't full follows them, with a mask, as far as the local size allows.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s --check-prefix=WHOLE
; RUN: sed 's/"64,4,1"/"60,4,1"/' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s --check-prefix=BOTH
; RUN: sed 's/"64,4,1"/"3,4,1"/' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s --check-prefix=REST
; RUN: sed 's/"weft-local-size"="64,4,1"//' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s --check-prefix=ANY
declare i32 @weft.local.id.0()
declare <16 x i1> @weft.packet.mask.16()

; WHOLE-LABEL: define void @k(
; WHOLE: region.0.x:
; WHOLE: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> splat (i1 true))
; WHOLE-NOT: call void @llvm.masked.store

; BOTH-LABEL: define void @k(
; BOTH: region.0.y:
; BOTH: br label %region.0.x
; BOTH: region.0.x:
; BOTH: %[[X:.*]] = phi i32 [ 0, %region.0.y ], [ %[[NEXT:.*]], %region.0.x.latch ]
; BOTH: region.0.x.latch:
; BOTH: %[[NEXT]] = add nuw nsw i32 %[[X]], 16
; BOTH: %[[MORE:.*]] = icmp ult i32 %[[NEXT]], 48
; BOTH: br i1 %[[MORE]], label %region.0.x, label %region.0.rest,
; BOTH: getelementptr i32, ptr addrspace(1) %p, i32 %[[X]]
; BOTH: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> splat (i1 true))
; BOTH: getelementptr i32, ptr addrspace(1) %p, i32 48
; BOTH: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> <i1 true, {{(i1 true, )*}}i1 true, i1 false, i1 false, i1 false, i1 false>)
; BOTH-NOT: call void @llvm.masked.store

; REST-LABEL: define void @k(
; REST-NOT: region.0.x:
; REST: br label %region.0.rest
; REST: getelementptr i32, ptr addrspace(1) %p, i32 0
; REST: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> <i1 true, i1 true, i1 true, i1 false, {{(i1 false, )*}}i1 false>)
; REST-NOT: call void @llvm.masked.store

; A row may have no full packet, or no other.
; ANY-LABEL: define void @k(
; ANY: %[[FULL:.*]] = and i32 %[[SIZE:.*]], -16
; ANY: region.0.y:
; ANY: %[[NONE:.*]] = icmp eq i32 %[[FULL]], 0
; ANY: br i1 %[[NONE]], label %region.0.rest, label %region.0.x
; ANY: region.0.rest:
; ANY: %[[ITEMS:.*]] = sub nuw nsw i32 %[[SIZE]], %[[FULL]]
; ANY: %[[FIRST:.*]] = insertelement <16 x i32> poison, i32 %[[ITEMS]], i64 0
; ANY: %[[SPLAT:.*]] = shufflevector <16 x i32> %[[FIRST]]
; ANY: %[[MASK:.*]] = icmp ult <16 x i32> <i32 0, i32 1, {{.*}}>, %[[SPLAT]]
; ANY: region.0.x.done:
; ANY: %[[NO_REST:.*]] = icmp eq i32 %[[FULL]], %[[SIZE]]
; ANY: br i1 %[[NO_REST]], label %region.0.y.latch, label %region.0.rest
; ANY: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> splat (i1 true))
; ANY: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> %[[MASK]])
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %id = call i32 @weft.local.id.0()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %slot = getelementptr i32, ptr addrspace(1) %p, i32 %id
  call void @llvm.masked.store.v16i32.p1(<16 x i32> splat (i32 7), ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}
attributes #0 = { "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,4,1" }
