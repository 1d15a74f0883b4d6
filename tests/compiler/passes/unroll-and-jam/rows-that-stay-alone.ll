; Rows that take different ways, have memory of their own, share nothing, or whose number isn't known, or isn't even.
; RUN: weft-opt -weft-passes="unroll-and-jam<16x32>" %s | FileCheck %s
; Each row is still one turn, which loads and stores once. Rows that share a load and are like none of these run together.
; CHECK: ways:
; CHECK-NOT: add
; CHECK: %y.next = add nuw nsw i32 %y, 1
; CHECK-NEXT: icmp ult i32 %y.next, 8
; CHECK: memory:
; CHECK-NOT: add
; CHECK: %y.memory.next = add nuw nsw i32 %y.memory, 1
; CHECK-NEXT: icmp ult i32 %y.memory.next, 8
; CHECK: nothing:
; CHECK-NOT: add
; CHECK: %y.nothing.next = add nuw nsw i32 %y.nothing, 1
; CHECK-NEXT: icmp ult i32 %y.nothing.next, 8
; CHECK: any:
; CHECK-NOT: add
; CHECK: %y.any.next = add nuw nsw i32 %y.any, 1
; CHECK-NEXT: icmp ult i32 %y.any.next, %n
; CHECK: odd:
; CHECK-NOT: add
; CHECK: %y.odd.next = add nuw nsw i32 %y.odd, 1
; CHECK-NEXT: icmp ult i32 %y.odd.next, 7
; CHECK: together:
; CHECK: %[[NEXT:.*]] = add nuw nsw i32 %y.together, 8
; CHECK-NEXT: icmp ult i32 %[[NEXT]], 8

define void @differentWays(ptr %a, ptr %b, i32 %n) "weft-kernel" "weft-packet-width"="8" {
entry:
  br label %ways

ways:
  %y = phi i32 [ 0, %entry ], [ %y.next, %ways.latch ]
  %lanes = load <8 x i32>, ptr %a
  %is = icmp ult i32 %y, %n
  br i1 %is, label %then, label %ways.latch

then:
  store <8 x i32> %lanes, ptr %b
  br label %ways.latch

ways.latch:
  %y.next = add nuw nsw i32 %y, 1
  %y.more = icmp ult i32 %y.next, 8
  br i1 %y.more, label %ways, label %memory.start, !weft.row.loop !0

memory.start:
  %own = alloca <8 x i32>
  br label %memory

memory:
  %y.memory = phi i32 [ 0, %memory.start ], [ %y.memory.next, %memory ]
  %common = load <8 x i32>, ptr %a
  store <8 x i32> %common, ptr %own
  %y.memory.next = add nuw nsw i32 %y.memory, 1
  %y.memory.more = icmp ult i32 %y.memory.next, 8
  br i1 %y.memory.more, label %memory, label %nothing, !weft.row.loop !0

nothing:
  %y.nothing = phi i32 [ 0, %memory ], [ %y.nothing.next, %nothing ]
  %from = getelementptr inbounds [8 x i32], ptr %a, i32 %y.nothing
  %each = load <8 x i32>, ptr %from
  %to = getelementptr inbounds [8 x i32], ptr %b, i32 %y.nothing
  store <8 x i32> %each, ptr %to
  %y.nothing.next = add nuw nsw i32 %y.nothing, 1
  %y.nothing.more = icmp ult i32 %y.nothing.next, 8
  br i1 %y.nothing.more, label %nothing, label %any, !weft.row.loop !0

any:
  %y.any = phi i32 [ 0, %nothing ], [ %y.any.next, %any ]
  %same = load <8 x i32>, ptr %a
  store <8 x i32> %same, ptr %b
  %y.any.next = add nuw nsw i32 %y.any, 1
  %y.any.more = icmp ult i32 %y.any.next, %n
  br i1 %y.any.more, label %any, label %odd, !weft.row.loop !0

odd:
  %y.odd = phi i32 [ 0, %any ], [ %y.odd.next, %odd ]
  %shared = load <8 x i32>, ptr %a
  store <8 x i32> %shared, ptr %b
  %y.odd.next = add nuw nsw i32 %y.odd, 1
  %y.odd.more = icmp ult i32 %y.odd.next, 7
  br i1 %y.odd.more, label %odd, label %together, !weft.row.loop !0

together:
  %y.together = phi i32 [ 0, %odd ], [ %y.together.next, %together ]
  %once = load <8 x i32>, ptr %a
  store <8 x i32> %once, ptr %b
  %y.together.next = add nuw nsw i32 %y.together, 1
  %y.together.more = icmp ult i32 %y.together.next, 8
  br i1 %y.together.more, label %together, label %end, !weft.row.loop !0

end:
  ret void
}
!0 = !{}
