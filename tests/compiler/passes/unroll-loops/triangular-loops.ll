; The inner loop's number of trips depends on the outer one's counter: its copies have constant numbers of them. One that
; depends on an argument as well stays, and with it the array.
; RUN: weft-opt -weft-passes="unroll-loops<8000>,function(early-cse,simplifycfg,sroa,instcombine,simplifycfg)" %s | FileCheck %s
; RUN: sed 's/%%first = add nuw nsw i64 %%i, 1/%%first = add nuw nsw i64 %%i, %%start/' %s | weft-opt -weft-passes="unroll-loops<8000>" | FileCheck %s --check-prefix=STAYS

; CHECK-LABEL: define void @k(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: store i32 30, ptr %out
; CHECK: ret void
; STAYS: alloca
; STAYS: phi
; STAYS-NOT: "weft-unrolled"
define void @k(ptr %launch, ptr %group, ptr %out, i64 %start) "weft-kernel" {
entry:
  %array = alloca [4 x i32]
  store i32 1, ptr %array
  %p1 = getelementptr i32, ptr %array, i64 1
  store i32 2, ptr %p1
  %p2 = getelementptr i32, ptr %array, i64 2
  store i32 3, ptr %p2
  %p3 = getelementptr i32, ptr %array, i64 3
  store i32 4, ptr %p3
  br label %rows

rows:
  %i = phi i64 [ 0, %entry ], [ %below, %row.end ]
  %sum = phi i32 [ 0, %entry ], [ %of.row, %row.end ]
  %first = add nuw nsw i64 %i, 1
  %any = icmp ult i64 %first, 4
  br i1 %any, label %columns, label %row.end

columns:
  %j = phi i64 [ %first, %rows ], [ %right, %columns ]
  %part = phi i32 [ %sum, %rows ], [ %more, %columns ]
  %place = getelementptr i32, ptr %array, i64 %j
  %value = load i32, ptr %place
  %of.i = getelementptr i32, ptr %array, i64 %i
  %other = load i32, ptr %of.i
  %both = add i32 %value, %other
  %more = add i32 %part, %both
  %right = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %right, 4
  br i1 %again, label %columns, label %row.end

row.end:
  %of.row = phi i32 [ %sum, %rows ], [ %more, %columns ]
  %below = add nuw nsw i64 %i, 1
  %more.rows = icmp ult i64 %below, 4
  br i1 %more.rows, label %rows, label %end

end:
  store i32 %of.row, ptr %out
  ret void
}
