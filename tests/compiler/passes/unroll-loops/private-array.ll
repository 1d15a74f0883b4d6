; Loops whose counters are indices into a private array are unrolled, nested ones as well; the array's indices become
; constants, and SROA makes values of it.
; RUN: weft-opt -weft-passes="unroll-loops<8000>" %s | FileCheck %s
; RUN: weft-opt -weft-passes="unroll-loops<8000>,function(early-cse,simplifycfg,sroa)" %s | FileCheck %s --check-prefix=VALUES

; CHECK-LABEL: define void @k(
; CHECK-NOT: phi
; CHECK: ret void
; CHECK: "weft-unrolled"

; VALUES-LABEL: define void @k(
; VALUES-NOT: alloca
; VALUES-NOT: phi
; VALUES: %[[SUM:.*]] = add i32 5, 7
; VALUES: store i32 %[[SUM]], ptr %out
define void @k(ptr %launch, ptr %group, ptr %out) "weft-kernel" {
entry:
  %array = alloca [2 x [4 x i32]]
  br label %rows

rows:
  %y = phi i64 [ 0, %entry ], [ %below, %row.end ]
  br label %columns

columns:
  %x = phi i64 [ 0, %rows ], [ %right, %columns ]
  %place = getelementptr [2 x [4 x i32]], ptr %array, i64 0, i64 %y, i64 %x
  %number = shl i64 %y, 2
  %sum = add i64 %number, %x
  %value = trunc i64 %sum to i32
  store i32 %value, ptr %place
  %right = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %right, 4
  br i1 %more, label %columns, label %row.end

row.end:
  %below = add nuw nsw i64 %y, 1
  %more.rows = icmp ult i64 %below, 2
  br i1 %more.rows, label %rows, label %end

end:
  %first = getelementptr [2 x [4 x i32]], ptr %array, i64 0, i64 1, i64 1
  %second = getelementptr [2 x [4 x i32]], ptr %array, i64 0, i64 1, i64 3
  %a = load i32, ptr %first
  %b = load i32, ptr %second
  %c = add i32 %a, %b
  store i32 %c, ptr %out
  ret void
}
