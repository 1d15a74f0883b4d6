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

