; Where a launch says how many rows there are, eight run at once as long as there are so many, and a copy of the loop runs those
; that are left, which may be all. Rows that the kernel doesn't tell apart, as those of a range of one dimension, stay, and those
; of which something is needed behind them.
; RUN: weft-opt -weft-passes="unroll-and-jam<32x32>" %s | FileCheck %s
; RUN: sed 's/mul nsw i32 %%y, %%n/mul nsw i32 3, %%n/' %s | weft-opt -weft-passes="unroll-and-jam<32x32>" - | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/%%y = phi i32 \[ 0/%%y = phi i32 [ 1/' %s | weft-opt -weft-passes="unroll-and-jam<32x32>" - | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/^end:/end:\n  store i32 %%k.next, ptr %%c/' %s | weft-opt -weft-passes="unroll-and-jam<32x32>" - | FileCheck %s --check-prefix=STAYS

; CHECK-LABEL: define void @columns(
; CHECK: entry:
; CHECK-NEXT: br label %[[ROWS:.*]]
; CHECK: [[ROWS]]:
; CHECK-NEXT: %[[TOGETHER:.*]] = and i32 %count, -8
; CHECK-NEXT: %[[NONE:.*]] = icmp eq i32 %[[TOGETHER]], 0
; CHECK-NEXT: br i1 %[[NONE]], label %[[LEFT:.*]], label %header
; CHECK: header:
; CHECK: %y = phi i32 [ 0, %[[ROWS]] ], [ %[[NEXT:.*]], %latch ]
; CHECK-COUNT-8: phi <8 x float>
; CHECK-NOT: phi <8 x float>
; CHECK: load <8 x float>, ptr
; CHECK-NOT: load <8 x float>
; CHECK: latch:
; CHECK-COUNT-8: store <8 x float>
; CHECK: %[[NEXT]] = add nuw nsw i32 %y, 8
; CHECK: %[[MORE:.*]] = icmp ult i32 %[[NEXT]], %[[TOGETHER]]
; CHECK: br i1 %[[MORE]], label %header, label %[[DONE:.*]], !weft.row.loop
; CHECK: [[DONE]]:
; CHECK-NEXT: %[[ALL:.*]] = icmp eq i32 %[[TOGETHER]], %count
; CHECK-NEXT: br i1 %[[ALL]], label %end, label %[[LEFT]]
; CHECK: [[LEFT]]:
; CHECK-NEXT: br label %[[HEADER:.*]]
; CHECK: ret void
; CHECK: [[HEADER]]:
; CHECK: %[[Y:.*]] = phi i32 [ %[[TOGETHER]], %[[LEFT]] ], [ %[[Y_NEXT:.*]], %{{.*}} ]
; CHECK: phi <8 x float>
; CHECK-NOT: phi <8 x float>
; CHECK: store <8 x float>
; CHECK-NOT: store
; CHECK: %[[Y_NEXT]] = add nuw nsw i32 %[[Y]], 1
; CHECK: %[[Y_MORE:.*]] = icmp ult i32 %[[Y_NEXT]], %count
; CHECK: br i1 %[[Y_MORE]], label %[[HEADER]], label %end
; CHECK-NOT: weft-gains-by-size

; STAYS-LABEL: define void @columns(
; STAYS-COUNT-1: phi <8 x float>
; STAYS-NOT: phi <8 x float>
; STAYS: ret void
; STAYS-NOT: weft-gains-by-size
define void @columns(ptr %a, ptr %b, ptr %c, i32 %n, i32 %count) "weft-kernel" "weft-packet-width"="8" {
entry:
  br label %header

header:
  %y = phi i32 [ 0, %entry ], [ %y.next, %latch ]
  br label %body

body:
  %row = mul nsw i32 %y, %n
  br label %loop

loop:
  %k = phi i32 [ 0, %body ], [ %k.next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %body ], [ %sum.next, %loop ]
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
  %y.more = icmp ult i32 %y.next, %count
  br i1 %y.more, label %header, label %end, !weft.row.loop !0

end:
  ret void
}

declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)

!0 = !{}
