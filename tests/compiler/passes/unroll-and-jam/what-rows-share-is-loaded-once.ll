; Rows that load the same columns run together: what differs stands there once for each row, all else once.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="unroll-and-jam<16x32>" %t/columns.ll | FileCheck %t/columns.ll
; RUN: weft-opt -weft-passes="unroll-and-jam<5x32>" %t/columns.ll | FileCheck %t/columns.ll --check-prefix=FEW
; RUN: weft-opt -weft-passes="unroll-and-jam<16x32>" %t/taps.ll | FileCheck %t/taps.ll
; RUN: weft-opt -weft-passes="unroll-and-jam<16x32>" %t/effects.ll | FileCheck %t/effects.ll

;--- columns.ll
; CHECK-LABEL: define void @columns(
; CHECK: %y = phi i32 [ 0, %entry ], [ %[[NEXT:.*]], %latch ]
; CHECK: %[[Y1:.*]] = add nuw nsw i32 %y, 1
; CHECK: %[[Y2:.*]] = add nuw nsw i32 %y, 2
; CHECK: %[[Y3:.*]] = add nuw nsw i32 %y, 3
; CHECK-NOT: add nuw nsw i32 %y,
; CHECK: %[[SUM:.*]] = phi <8 x float> [ zeroinitializer, %header ], [ %[[SUM_NEXT:.*]], %loop ]
; CHECK: %[[SUM1:.*]] = phi <8 x float> [ zeroinitializer, %header ], [ %[[SUM_NEXT1:.*]], %loop ]
; CHECK: %[[SUM2:.*]] = phi <8 x float> [ zeroinitializer, %header ], [ %[[SUM_NEXT2:.*]], %loop ]
; CHECK: %[[SUM3:.*]] = phi <8 x float> [ zeroinitializer, %header ], [ %[[SUM_NEXT3:.*]], %loop ]
; CHECK-COUNT-4: load float, ptr
; CHECK: %[[COLUMNS:.*]] = load <8 x float>, ptr
; CHECK-NOT: load
; CHECK: %[[SUM_NEXT]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %{{.*}}, <8 x float> %[[COLUMNS]], <8 x float> %[[SUM]])
; CHECK: %[[SUM_NEXT1]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %{{.*}}, <8 x float> %[[COLUMNS]], <8 x float> %[[SUM1]])
; CHECK: %[[SUM_NEXT2]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %{{.*}}, <8 x float> %[[COLUMNS]], <8 x float> %[[SUM2]])
; CHECK: %[[SUM_NEXT3]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %{{.*}}, <8 x float> %[[COLUMNS]], <8 x float> %[[SUM3]])
; CHECK: store <8 x float> %[[SUM_NEXT]], ptr
; CHECK: store <8 x float> %[[SUM_NEXT1]], ptr
; CHECK: store <8 x float> %[[SUM_NEXT2]], ptr
; CHECK: store <8 x float> %[[SUM_NEXT3]], ptr
; CHECK: %[[NEXT]] = add nuw nsw i32 %y, 4
; CHECK: icmp ult i32 %[[NEXT]], 12

; With five registers there is room for the sums of two rows only.
; FEW-LABEL: define void @columns(
; FEW-COUNT-2: phi <8 x float>
; FEW-NOT: phi <8 x float>
; FEW: add nuw nsw i32 %y, 2
define void @columns(ptr %a, ptr %b, ptr %c, i32 %n) "weft-kernel" "weft-packet-width"="8" {
entry:
  br label %header

header:
  %y = phi i32 [ 0, %entry ], [ %y.next, %latch ]
  %row = mul nsw i32 %y, %n
  br label %loop

loop:
  %k = phi i32 [ 0, %header ], [ %k.next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %header ], [ %sum.next, %loop ]
  %index = add nsw i32 %row, %k
  %from.a = getelementptr inbounds float, ptr %a, i32 %index
  %factor = load float, ptr %from.a
  %first = insertelement <8 x float> poison, float %factor, i64 0
  %factors = shufflevector <8 x float> %first, <8 x float> poison, <8 x i32> zeroinitializer
  %below = mul nsw i32 %k, %n
  %from.b = getelementptr inbounds float, ptr %b, i32 %below
  %columns = load <8 x float>, ptr %from.b
  %sum.next = call <8 x float> @llvm.fma.v8f32(<8 x float> %factors, <8 x float> %columns, <8 x float> %sum)
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %latch

latch:
  %to = getelementptr inbounds float, ptr %c, i32 %row
  store <8 x float> %sum.next, ptr %to
  %y.next = add nuw nsw i32 %y, 1
  %y.more = icmp ult i32 %y.next, 12
  br i1 %y.more, label %header, label %end, !weft.row.loop !0

end:
  ret void
}
!0 = !{}

;--- taps.ll
; What one row has in common with the next but one, at a constant distance: of 12 loads, 6 are different ones.
; CHECK-LABEL: define void @taps(
; CHECK-COUNT-12: load <8 x float>, ptr
; CHECK-COUNT-4: store <8 x float>
; CHECK: add nuw nsw i32 %y, 4
define void @taps(ptr %tile, ptr %out) "weft-kernel" "weft-packet-width"="8" {
entry:
  br label %rows

rows:
  %y = phi i32 [ 0, %entry ], [ %y.next, %rows ]
  %above = getelementptr inbounds [10 x float], ptr %tile, i32 %y
  %taps.above = load <8 x float>, ptr %above
  %y.1 = add nuw nsw i32 %y, 1
  %here = getelementptr inbounds [10 x float], ptr %tile, i32 %y.1
  %taps.here = load <8 x float>, ptr %here
  %y.2 = add nuw nsw i32 %y, 2
  %under = getelementptr inbounds [10 x float], ptr %tile, i32 %y.2
  %taps.under = load <8 x float>, ptr %under
  %two = fadd <8 x float> %taps.above, %taps.here
  %three = fadd <8 x float> %two, %taps.under
  %to = getelementptr inbounds [8 x float], ptr %out, i32 %y
  store <8 x float> %three, ptr %to
  %y.next = add nuw nsw i32 %y, 1
  %y.more = icmp ult i32 %y.next, 4
  br i1 %y.more, label %rows, label %end, !weft.row.loop !0

end:
  ret void
}
!0 = !{}

;--- effects.ll
; What is done for its effect is done for each row, also where nothing in it differs; what writes or is volatile gives
; each row a value of its own.
; CHECK-LABEL: define void @effects(
; CHECK-COUNT-1: = load <8 x i32>, ptr %a
; CHECK-COUNT-2: = load volatile i32, ptr %b
; CHECK-COUNT-2: = atomicrmw add ptr %b, i32 1
; CHECK-COUNT-2: store <8 x i32> %{{.*}}, ptr %c
; CHECK: add nuw nsw i32 %y, 2
define void @effects(ptr %a, ptr %b, ptr %c) "weft-kernel" "weft-packet-width"="8" {
entry:
  br label %rows

rows:
  %y = phi i32 [ 0, %entry ], [ %y.next, %rows ]
  %lanes = load <8 x i32>, ptr %a
  %now = load volatile i32, ptr %b
  %before = atomicrmw add ptr %b, i32 1 monotonic
  %lane = insertelement <8 x i32> %lanes, i32 %now, i64 0
  %more = insertelement <8 x i32> %lane, i32 %before, i64 1
  store <8 x i32> %more, ptr %c
  %y.next = add nuw nsw i32 %y, 1
  %y.more = icmp ult i32 %y.next, 2
  br i1 %y.more, label %rows, label %end, !weft.row.loop !0

end:
  ret void
}
!0 = !{}
