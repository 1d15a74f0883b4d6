; An array that is also found by an index that no unrolling makes a constant stays in memory, so its loops stay.
; RUN: weft-opt -weft-passes="unroll-loops<8000>" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: phi i64
; CHECK-NOT: phi
; CHECK: ret void
; CHECK-NOT: "weft-unrolled"
define void @k(ptr %launch, ptr %group, ptr %out, i64 %which) "weft-kernel" {
entry:
  %array = alloca [4 x i32]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %next, %fill ]
  %place = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 7, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %fill, label %end

end:
  %any = getelementptr [4 x i32], ptr %array, i64 0, i64 %which
  %found = load i32, ptr %any
  store i32 %found, ptr %out
  ret void
}
