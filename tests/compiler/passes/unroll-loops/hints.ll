; Without a private array only the program's wish has a loop unrolled; and its wish keeps one with an array as it is.
; RUN: weft-opt -weft-passes="unroll-loops<8000>" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: wanted:
; CHECK-NOT: phi
; CHECK: plain:
; CHECK: phi i64
; CHECK: unwanted:
; CHECK: phi i64
; CHECK: ret void
define void @k(ptr %launch, ptr %group, ptr %out) "weft-kernel" {
entry:
  %array = alloca [4 x i32]
  br label %wanted

wanted:
  %a = phi i64 [ 0, %entry ], [ %next.a, %wanted ]
  %place.a = getelementptr i64, ptr %out, i64 %a
  store i64 %a, ptr %place.a
  %next.a = add nuw nsw i64 %a, 1
  %more.a = icmp ult i64 %next.a, 4
  br i1 %more.a, label %wanted, label %between, !llvm.loop !0

between:
  br label %plain

plain:
  %b = phi i64 [ 0, %between ], [ %next.b, %plain ]
  %place.b = getelementptr i64, ptr %out, i64 %b
  store i64 %b, ptr %place.b
  %next.b = add nuw nsw i64 %b, 1
  %more.b = icmp ult i64 %next.b, 4
  br i1 %more.b, label %plain, label %behind

behind:
  br label %unwanted

unwanted:
  %c = phi i64 [ 0, %behind ], [ %next.c, %unwanted ]
  %place.c = getelementptr [4 x i32], ptr %array, i64 0, i64 %c
  store i32 1, ptr %place.c
  %next.c = add nuw nsw i64 %c, 1
  %more.c = icmp ult i64 %next.c, 4
  br i1 %more.c, label %unwanted, label %end, !llvm.loop !2

end:
  %found = load i32, ptr %array
  store i32 %found, ptr %out
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.disable"}
