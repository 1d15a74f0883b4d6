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

