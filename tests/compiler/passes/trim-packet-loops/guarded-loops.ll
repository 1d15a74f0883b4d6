; A loop over packets ends at the bound that its guard compares with, of signed numbers too, and is one trip where one
; work-item alone has work. Loops that leave something behind or do something beside, and those that aren't over packets,
; stay.
; RUN: weft-opt -weft-passes="trim-packet-loops" %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @below(
; CHECK: %[[END:.*]] = call i32 @llvm.umin.i32(i32 %size, i32 %bound)
; CHECK: %[[ANY:.*]] = icmp ne i32 %bound, 0
; CHECK: br i1 %[[ANY]], label %loop, label %done
; CHECK: loop:
; CHECK-NEXT: phi
; CHECK-NEXT: br label %work
; CHECK: %[[NEXT:.*]] = add nuw nsw i32 %x, 16
; CHECK: %[[MORE:.*]] = icmp ult i32 %[[NEXT]], %[[END]]
; CHECK: br i1 %[[MORE]], label %loop, label %done, !weft.packet.loop
; CHECK: done:
; CHECK-NEXT: phi i32 [ 7, %latch ], [ 7, %entry ]
define i32 @below(ptr %p, i32 %size, i32 %bound) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %some = icmp ult i32 %x, %bound
  br i1 %some, label %work, label %latch
work:
  %place = getelementptr float, ptr %p, i32 %x
  store <16 x float> zeroinitializer, ptr %place
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 16
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %done, !weft.packet.loop !0
done:
  %seven = phi i32 [ 7, %latch ]
  ret i32 %seven
}

; CHECK-LABEL: define void @signed(
; CHECK: %[[BOUND:.*]] = call i32 @llvm.smax.i32(i32 %bound, i32 0)
; CHECK: call i32 @llvm.umin.i32(i32 %size, i32 %[[BOUND]])
; CHECK: icmp ne i32 %[[BOUND]], 0
define void @signed(ptr %p, i32 %size, i32 %bound) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %none = icmp sle i32 %bound, %x
  br i1 %none, label %latch, label %work
work:
  %place = getelementptr float, ptr %p, i32 %x
  store <16 x float> zeroinitializer, ptr %place
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 16
  %ends = icmp eq i32 %next, %size
  br i1 %ends, label %done, label %loop, !weft.packet.loop !0
done:
  ret void
}

; The first of all work-items is in the first packet.
; CHECK-LABEL: define void @first(
; CHECK: entry:
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NOT: phi
; CHECK: work:
; CHECK-NEXT: store float 0.000000e+00, ptr %p
; CHECK: latch:
; CHECK: br label %done
define void @first(ptr %p, i32 %size) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %one = insertelement <4 x i32> poison, i32 %x, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %is = icmp eq <4 x i32> %all, <i32 0, i32 1, i32 2, i32 3>
  %bits = bitcast <4 x i1> %is to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %latch, label %work
work:
  store float 0.0, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 4
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %done, !weft.packet.loop !0
done:
  ret void
}

; The packet that a number's work-item is in, if the loop has that.
; CHECK-LABEL: define void @numbered(
; CHECK: %[[TRIP:.*]] = and i32 %number, -4
; CHECK: %[[FIRST:.*]] = icmp eq i32 %[[TRIP]], 0
; CHECK: %[[WITHIN:.*]] = icmp ult i32 %[[TRIP]], %size
; CHECK: %[[ANY:.*]] = or i1 %[[FIRST]], %[[WITHIN]]
; CHECK: br i1 %[[ANY]], label %loop, label %done
; CHECK: store i32 %[[TRIP]], ptr %p
; CHECK: latch:
; CHECK: br label %done
define void @numbered(ptr %p, i32 %size, i32 %number) {
entry:
  %only = insertelement <4 x i32> poison, i32 %number, i64 0
  %numbers = shufflevector <4 x i32> %only, <4 x i32> poison, <4 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %one = insertelement <4 x i32> poison, i32 %x, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %ids = or disjoint <4 x i32> %all, <i32 0, i32 1, i32 2, i32 3>
  %is = icmp eq <4 x i32> %ids, %numbers
  %bits = bitcast <4 x i1> %is to i4
  %some = icmp ne i4 %bits, 0
  br i1 %some, label %work, label %latch
work:
  store i32 %x, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 4
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %done, !weft.packet.loop !0
done:
  ret void
}

; Work-items 4 and 9 are in different packets.
; CHECK-LABEL: define void @several(
; CHECK: phi i32
; CHECK: br i1 %more, label %loop, label %done
define void @several(ptr %p, i32 %size) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %one = insertelement <4 x i32> poison, i32 %x, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %is = icmp eq <4 x i32> %all, <i32 4, i32 1, i32 8, i32 3>
  %bits = bitcast <4 x i1> %is to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %latch, label %work
work:
  store float 0.0, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 4
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %done, !weft.packet.loop !0
done:
  ret void
}

; CHECK-LABEL: define i32 @leaves(
; CHECK: br i1 %some, label %work, label %latch
define i32 @leaves(ptr %p, i32 %size, i32 %bound) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %some = icmp ult i32 %x, %bound
  br i1 %some, label %work, label %latch
work:
  store i32 %x, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 16
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %done, !weft.packet.loop !0
done:
  ret i32 %x
}

; CHECK-LABEL: define void @beside(
; CHECK: br i1 %some, label %work, label %latch
define void @beside(ptr %p, i32 %size, i32 %bound) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  store i32 %size, ptr %p
  %some = icmp ult i32 %x, %bound
  br i1 %some, label %work, label %latch
work:
  store i32 %x, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 16
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %done, !weft.packet.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @else(
; CHECK: br i1 %some, label %other, label %latch
define void @else(ptr %p, i32 %size, i32 %bound) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %some = icmp ugt i32 %x, %bound
  br i1 %some, label %other, label %latch
other:
  store i32 %x, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 16
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %done, !weft.packet.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @own(
; CHECK: br i1 %some, label %work, label %latch
define void @own(ptr %p, i32 %size, i32 %bound) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %some = icmp ult i32 %x, %bound
  br i1 %some, label %work, label %latch
work:
  store i32 %x, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i32 %x, 16
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %done
done:
  ret void
}

!0 = !{}
