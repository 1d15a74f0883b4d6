; Rows whose packets are long run at once in code for any local size where they have much in common, but their full packets
; alone. The copy of the loop runs the last packets of all rows, and of the rows that are left all packets.
; RUN: awk '/^  ; MORE OF/ { for (i = 1; i <= $5 + 0; ++i) print "  %%" $4 i " = fadd <8 x float> %%" $4 i - 1 ", %%" $4 "0"; next } 1' %s > %t
; RUN: weft-opt -weft-passes="unroll-and-jam<32x32>" %t | FileCheck %s
; RUN: sed 's/%%b90, %%a210/%%b0, %%a210/; /%%b[1-9]/d' %t | weft-opt -weft-passes="unroll-and-jam<32x32>" - | FileCheck %s --check-prefix=STAYS

; CHECK-LABEL: define void @products(
; CHECK: %[[TOGETHER:.*]] = and i32 %count, -8
; CHECK-NEXT: %[[FEW:.*]] = icmp eq i32 %[[TOGETHER]], 0
; CHECK-NEXT: %[[EMPTY:.*]] = icmp eq i32 %full, 0
; CHECK-NEXT: %[[NONE:.*]] = or i1 %[[FEW]], %[[EMPTY]]
; CHECK-NEXT: %[[WHOLE:.*]] = icmp eq i32 %full, %size
; CHECK-NEXT: %[[FIRST:.*]] = select i1 %[[WHOLE]], i32 %[[TOGETHER]], i32 0
; CHECK-NEXT: br i1 %[[NONE]], label %[[LEFT:.*]], label %header
; CHECK: header:
; CHECK-NOT: br i1
; CHECK: x:
; CHECK-COUNT-90: fadd <8 x float> %b
; CHECK: %a1.7 = fadd
; CHECK-COUNT-8: store <8 x float>
; CHECK-NOT: store
; CHECK: x.done:
; CHECK-NEXT: icmp
; CHECK-NEXT: br label %latch
; CHECK: latch:
; CHECK: add nuw nsw i32 %y, 8
; CHECK: %[[ALL:.*]] = icmp eq i32 %[[TOGETHER]], %count
; CHECK-NEXT: %[[DONE:.*]] = and i1 %[[ALL]], %[[WHOLE]]
; CHECK-NEXT: br i1 %[[DONE]], label %end, label %[[LEFT]]
; CHECK: %[[Y:.*]] = phi i32 [ %[[FIRST]], %[[LEFT]] ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK: %[[BARE:.*]] = icmp eq i32 %full, 0
; CHECK: %[[IN_LOOP:.*]] = icmp ult i32 %[[Y]], %[[TOGETHER]]
; CHECK: %[[ONLY_REST:.*]] = or i1 %[[BARE]], %[[IN_LOOP]]
; CHECK: br i1 %[[ONLY_REST]], label %[[REST:.*]], label %
; CHECK: store <8 x float>
; CHECK-NOT: store <8 x float>
; CHECK: [[REST]]:
; CHECK: call void @llvm.masked.store
; CHECK-NOT: call void @llvm.masked.store
; CHECK: declare
; CHECK: weft-gains-by-size

; STAYS-LABEL: define void @products(
; STAYS-COUNT-1: store <8 x float>
; STAYS-NOT: store
; STAYS: call void @llvm.masked.store
; STAYS-NOT: store
; STAYS: declare
; STAYS: weft-gains-by-size
define void @products(ptr %a, ptr %b, ptr %c, i32 %size, i32 %full, i32 %count) "weft-kernel" "weft-packet-width"="8" {
entry:
  br label %header

header:
  %y = phi i32 [ 0, %entry ], [ %y.next, %latch ]
  %is.empty = icmp eq i32 %full, 0
  br i1 %is.empty, label %rest, label %x

x:
  %lane = phi i32 [ 0, %header ], [ %lane.next, %x ]
  %from.b = getelementptr inbounds float, ptr %b, i32 %lane
  %b0 = load <8 x float>, ptr %from.b
  ; MORE OF b 90
  %row = getelementptr inbounds float, ptr %a, i32 %y
  %factor = load float, ptr %row
  %first = insertelement <8 x float> poison, float %factor, i64 0
  %a0 = shufflevector <8 x float> %first, <8 x float> poison, <8 x i32> zeroinitializer
  ; MORE OF a 210
  %product = fdiv <8 x float> %b90, %a210
  %to = getelementptr inbounds float, ptr %c, i32 %y
  %place = getelementptr inbounds float, ptr %to, i32 %lane
  store <8 x float> %product, ptr %place
  %lane.next = add nuw nsw i32 %lane, 8
  %more = icmp ult i32 %lane.next, %full
  br i1 %more, label %x, label %x.done, !weft.packet.loop !0

x.done:
  %is.whole = icmp eq i32 %full, %size
  br i1 %is.whole, label %latch, label %rest

rest:
  %left = sub i32 %size, %full
  %lefts = insertelement <8 x i32> poison, i32 %left, i64 0
  %splat = shufflevector <8 x i32> %lefts, <8 x i32> poison, <8 x i32> zeroinitializer
  %mask = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %splat
  %last.row = getelementptr inbounds float, ptr %c, i32 %y
  %last = getelementptr inbounds float, ptr %last.row, i32 %full
  call void @llvm.masked.store.v8f32.p0(<8 x float> zeroinitializer, ptr align 4 %last, <8 x i1> %mask)
  br label %latch

latch:
  %y.next = add nuw nsw i32 %y, 1
  %y.more = icmp ult i32 %y.next, %count
  br i1 %y.more, label %header, label %end, !weft.row.loop !0

end:
  ret void
}

declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr captures(none), <8 x i1>)

!0 = !{}
