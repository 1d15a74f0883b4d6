; Rows that share half of their loads, among so many other operations that this saves next to nothing, run one after the
; other. If one of these takes long they run together, as others begin meanwhile, and so do rows that do little else.
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %s | FileCheck %s
; RUN: sed 's/= xor/= udiv/' %s | weft-opt -weft-passes="unroll-and-jam<32x64>" - | FileCheck %s --check-prefix=TOGETHER
; RUN: sed '/= mul/d; s/%grown[0-9]*, ptr/%bits, ptr/' %s | weft-opt -weft-passes="unroll-and-jam<32x64>" - | FileCheck %s --check-prefix=TOGETHER
; CHECK: add nuw nsw i32 %y, 1
; TOGETHER: add nuw nsw i32 %y, 8

define void @k(ptr %a, ptr %b) "weft-kernel" "weft-packet-width"="8" {
entry:
  br label %rows

rows:
  %y = phi i32 [ 0, %entry ], [ %y.next, %rows ]
  %common = load <8 x i32>, ptr %a
  %from = getelementptr inbounds [8 x i32], ptr %a, i32 %y
  %own = load <8 x i32>, ptr %from
  %bits = xor <8 x i32> %own, %common
  %grown0 = mul <8 x i32> %bits, %own
  %grown1 = mul <8 x i32> %grown0, %own
  %grown2 = mul <8 x i32> %grown1, %own
  %grown3 = mul <8 x i32> %grown2, %own
  %grown4 = mul <8 x i32> %grown3, %own
  %grown5 = mul <8 x i32> %grown4, %own
  %grown6 = mul <8 x i32> %grown5, %own
  %grown7 = mul <8 x i32> %grown6, %own
  %grown8 = mul <8 x i32> %grown7, %own
  %grown9 = mul <8 x i32> %grown8, %own
  %grown10 = mul <8 x i32> %grown9, %own
  %grown11 = mul <8 x i32> %grown10, %own
  %grown12 = mul <8 x i32> %grown11, %own
  %grown13 = mul <8 x i32> %grown12, %own
  %grown14 = mul <8 x i32> %grown13, %own
  %grown15 = mul <8 x i32> %grown14, %own
  %grown16 = mul <8 x i32> %grown15, %own
  %grown17 = mul <8 x i32> %grown16, %own
  %grown18 = mul <8 x i32> %grown17, %own
  %grown19 = mul <8 x i32> %grown18, %own
  %grown20 = mul <8 x i32> %grown19, %own
  %grown21 = mul <8 x i32> %grown20, %own
  %grown22 = mul <8 x i32> %grown21, %own
  %grown23 = mul <8 x i32> %grown22, %own
  %grown24 = mul <8 x i32> %grown23, %own
  %grown25 = mul <8 x i32> %grown24, %own
  %grown26 = mul <8 x i32> %grown25, %own
  %grown27 = mul <8 x i32> %grown26, %own
  %grown28 = mul <8 x i32> %grown27, %own
  %grown29 = mul <8 x i32> %grown28, %own
  %grown30 = mul <8 x i32> %grown29, %own
  %grown31 = mul <8 x i32> %grown30, %own
  %grown32 = mul <8 x i32> %grown31, %own
  %grown33 = mul <8 x i32> %grown32, %own
  %grown34 = mul <8 x i32> %grown33, %own
  %grown35 = mul <8 x i32> %grown34, %own
  %grown36 = mul <8 x i32> %grown35, %own
  %grown37 = mul <8 x i32> %grown36, %own
  %grown38 = mul <8 x i32> %grown37, %own
  %grown39 = mul <8 x i32> %grown38, %own
  %to = getelementptr inbounds [8 x i32], ptr %b, i32 %y
  store <8 x i32> %grown39, ptr %to
  %y.next = add nuw nsw i32 %y, 1
  %more = icmp ult i32 %y.next, 8
  br i1 %more, label %rows, label %end, !weft.row.loop !0

end:
  ret void
}
!0 = !{}
