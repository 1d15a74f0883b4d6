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
