; A permutation becomes an extraction and an insertion for each lane, next to each other.
; RUN: weft-opt -weft-passes=lower-vector-operations %s | FileCheck %s
declare <4 x float> @weft.permute.v4f32(<4 x float>, <4 x i32>)

; CHECK-NOT: call <4 x float> @weft.permute
; CHECK-LABEL: define <4 x float> @permute(
; CHECK: %[[N0:.*]] = extractelement <4 x i32> %from, i64 0
; CHECK-NEXT: %[[X0:.*]] = extractelement <4 x float> %values, i32 %[[N0]]
; CHECK-NEXT: %[[R0:.*]] = insertelement <4 x float> poison, float %[[X0]], i64 0
; CHECK-NEXT: extractelement <4 x i32> %from, i64 1
; CHECK: insertelement {{.*}}, i64 2
; CHECK: %[[X3:.*]] = extractelement <4 x float> %values, i32
; CHECK-NEXT: %[[R3:.*]] = insertelement <4 x float> %{{.*}}, float %[[X3]], i64 3
; CHECK-NEXT: ret <4 x float> %[[R3]]
define <4 x float> @permute(<4 x float> %values, <4 x i32> %from) {
  %r = call <4 x float> @weft.permute.v4f32(<4 x float> %values, <4 x i32> %from)
  ret <4 x float> %r
}
