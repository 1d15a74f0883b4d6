; Rows that load the same keep it in registers from the first row's load to the last row's use: nine points of a stencil
; are thirty vectors for eight rows, besides the eight sums, and eighteen for four.
; RUN: weft-opt -weft-passes="unroll-and-jam<32x64>" %s | FileCheck %s --check-prefix=FOUR
; RUN: weft-opt -weft-passes="unroll-and-jam<48x64>" %s | FileCheck %s --check-prefix=EIGHT
; RUN: sed 's/(ptr %a, /(ptr %a, ptr %a1, ptr %a2, /; s/, ptr %a, i32 %cell1/, ptr %a1, i32 %cell1/; s/, ptr %a, i32 %cell2/, ptr %a2, i32 %cell2/' %s | weft-opt -weft-passes="unroll-and-jam<32x64>" - | FileCheck %s --check-prefix=ALONE
; FOUR: add nuw nsw i32 %y, 4
; EIGHT: add nuw nsw i32 %y, 8
; What is loaded from different arguments isn't the same, and too little is shared.
; ALONE: add nuw nsw i32 %y, 1

define void @k(ptr %a, ptr %b) "weft-kernel" "weft-packet-width"="16" {
entry:
  br label %rows

rows:
  %y = phi i32 [ 0, %entry ], [ %y.next, %rows ]
  %cell0 = mul nuw nsw i32 %y, 18
  %cell1 = add nuw nsw i32 %cell0, 18
  %cell2 = add nuw nsw i32 %cell0, 36
  %at00 = getelementptr inbounds float, ptr %a, i32 %cell0
  %p00 = getelementptr inbounds i8, ptr %at00, i64 0
  %v00 = load <16 x float>, ptr %p00
  %at01 = getelementptr inbounds float, ptr %a, i32 %cell0
  %p01 = getelementptr inbounds i8, ptr %at01, i64 4
  %v01 = load <16 x float>, ptr %p01
  %sum0 = fadd <16 x float> %v00, %v01
  %at02 = getelementptr inbounds float, ptr %a, i32 %cell0
  %p02 = getelementptr inbounds i8, ptr %at02, i64 8
  %v02 = load <16 x float>, ptr %p02
  %sum1 = fadd <16 x float> %sum0, %v02
  %at20 = getelementptr inbounds float, ptr %a, i32 %cell2
  %p20 = getelementptr inbounds i8, ptr %at20, i64 0
  %v20 = load <16 x float>, ptr %p20
  %sum2 = fadd <16 x float> %sum1, %v20
  %at21 = getelementptr inbounds float, ptr %a, i32 %cell2
  %p21 = getelementptr inbounds i8, ptr %at21, i64 4
  %v21 = load <16 x float>, ptr %p21
  %sum3 = fadd <16 x float> %sum2, %v21
  %at22 = getelementptr inbounds float, ptr %a, i32 %cell2
  %p22 = getelementptr inbounds i8, ptr %at22, i64 8
  %v22 = load <16 x float>, ptr %p22
  %sum4 = fadd <16 x float> %sum3, %v22
  %at10 = getelementptr inbounds float, ptr %a, i32 %cell1
  %p10 = getelementptr inbounds i8, ptr %at10, i64 0
  %v10 = load <16 x float>, ptr %p10
  %sum5 = fadd <16 x float> %sum4, %v10
  %at11 = getelementptr inbounds float, ptr %a, i32 %cell1
  %p11 = getelementptr inbounds i8, ptr %at11, i64 4
  %v11 = load <16 x float>, ptr %p11
  %sum6 = fadd <16 x float> %sum5, %v11
  %at12 = getelementptr inbounds float, ptr %a, i32 %cell1
  %p12 = getelementptr inbounds i8, ptr %at12, i64 8
  %v12 = load <16 x float>, ptr %p12
  %sum7 = fadd <16 x float> %sum6, %v12
  %to = getelementptr inbounds [16 x float], ptr %b, i32 %y
  store <16 x float> %sum7, ptr %to
  %y.next = add nuw nsw i32 %y, 1
  %more = icmp ult i32 %y.next, 16
  br i1 %more, label %rows, label %end, !weft.row.loop !0

end:
  ret void
}
!0 = !{}
