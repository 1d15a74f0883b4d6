; The barrier in front of a region names rows: dimension 0 is a loop over these, the first one shorter, with full packets
; and one that isn't in each; the region's packets ask where they begin and which row they are in.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
; Such a region isn't cut: behind the cut there would be other packets.
; RUN: weft-opt -weft-passes="work-item-loops<4>" %s | FileCheck %s --check-prefix=ONE
; ONE-NOT: region.2
; Where few groups run it, or it is long, one copy with masks does both.
; RUN: sed 's/@weft.barrier() \[/@weft.barrier() "weft-cold" [/' %s | weft-opt -weft-passes="work-item-loops" | FileCheck %s --check-prefix=ONE
declare i32 @weft.packet.start()
declare i32 @weft.row()
declare <16 x i1> @weft.packet.mask.16()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: %[[ROW_LENGTH:.*]] = udiv i32 %n, %
; CHECK: %[[FIRST_END:.*]] = call i32 @llvm.umin.i32(i32 %first, i32 %[[SIZE:.*]])
; CHECK: region.1.row:
; CHECK-DAG: %[[NUMBER:.*]] = phi i32 [ 0, %{{.*}} ], [ %[[NEXT_NUMBER:.*]], %region.1.row.latch ]
; CHECK-DAG: %[[BEGIN:.*]] = phi i32 [ 0, %{{.*}} ], [ %[[END:.*]], %region.1.row.latch ]
; CHECK-DAG: %[[END]] = phi i32 [ %[[FIRST_END]], %{{.*}} ], [ %[[NEXT_END:.*]], %region.1.row.latch ]
; CHECK: %[[ITEMS:.*]] = sub nuw nsw i32 %[[END]], %[[BEGIN]]
; CHECK: %[[LEFT:.*]] = and i32 %[[ITEMS]], 15
; CHECK: %[[FULL:.*]] = sub nuw nsw i32 %[[END]], %[[LEFT]]
; CHECK: %[[NONE:.*]] = icmp eq i32 %[[FULL]], %[[BEGIN]]
; CHECK: br i1 %[[NONE]], label %region.1.rest, label %region.1.x
; CHECK: region.1.row.latch:
; CHECK: %[[NEXT_NUMBER]] = add nuw nsw i32 %[[NUMBER]], 1
; CHECK: %[[SUM:.*]] = add nuw nsw i32 %[[END]], %[[ROW_LENGTH]]
; CHECK: %[[NEXT_END]] = call i32 @llvm.umin.i32(i32 %[[SUM]], i32 %[[SIZE]])
; CHECK: %[[MORE:.*]] = icmp ult i32 %[[END]], %[[SIZE]]
; CHECK: br i1 %[[MORE]], label %region.1.row, label %region.1.y.latch
; CHECK: region.1.x:
; CHECK: %[[X:.*]] = phi i32 [ %[[BEGIN]], %region.1.row ], [ %[[NEXT_X:.*]], %region.1.x.latch ]
; CHECK: region.1.x.latch:
; CHECK: %[[NEXT_X]] = add nuw nsw i32 %[[X]], 16
; CHECK: icmp ult i32 %[[NEXT_X]], %[[FULL]]
; CHECK: getelementptr i32, ptr addrspace(1) %p, i32 %[[X]]
; CHECK: insertelement <16 x i32> poison, i32 %[[NUMBER]], i64 0
; CHECK: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> splat (i1 true))
; CHECK: getelementptr i32, ptr addrspace(1) %p, i32 %[[FULL]]
; CHECK: insertelement <16 x i32> poison, i32 %[[NUMBER]], i64 0
; CHECK: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> %mask
; CHECK-NOT: call void @llvm.masked.store

; ONE-LABEL: define void @k(
; ONE: region.1.row:
; ONE: br label %region.1.x
; ONE: %[[X:.*]] = phi i32 [ %row.begin, %region.1.row ]
; ONE: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> %mask
; ONE-NOT: call void @llvm.masked.store
define void @k(ptr noalias %launch, ptr noalias %group, ptr addrspace(1) %p, i32 %first, i32 %n, i32 %m) #0 {
entry:
  %not.zero = call i32 @llvm.umax.i32(i32 %m, i32 1)
  %length = udiv i32 %n, %not.zero
  br label %rows

rows:
  call void @weft.barrier() [ "weft-rows"(i32 %first, i32 %length) ]
  %start = call i32 @weft.packet.start()
  %row = call i32 @weft.row()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %place = getelementptr i32, ptr addrspace(1) %p, i32 %start
  %one = insertelement <16 x i32> poison, i32 %row, i64 0
  %rows.numbers = shufflevector <16 x i32> %one, <16 x i32> poison, <16 x i32> zeroinitializer
  call void @llvm.masked.store.v16i32.p1(<16 x i32> %rows.numbers, ptr addrspace(1) align 4 %place, <16 x i1> %mask)
  ret void
}

declare i32 @llvm.umax.i32(i32, i32)
declare void @llvm.masked.store.v16i32.p1(<16 x i32>, ptr addrspace(1), <16 x i1>)

attributes #0 = { "weft-kernel" "weft-packet-width"="16" }
