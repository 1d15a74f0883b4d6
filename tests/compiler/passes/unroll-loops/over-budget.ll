; Two loops of one array are unrolled together or not at all; what does not fit does not keep out what does. Accesses to
; the array, and what is computed from counters alone, do not count: they are gone then. But no more is
; copied than three times the budget.
; RUN: weft-opt -weft-passes="unroll-loops<20>" %s | FileCheck %s
; RUN: weft-opt -weft-passes="unroll-loops<30>" %s | FileCheck %s
; RUN: weft-opt -weft-passes="unroll-loops<50>" %s | FileCheck %s --check-prefix=ALL

; CHECK-LABEL: define void @k(
; CHECK: fill:
; CHECK: phi i64
; CHECK: sum:
; CHECK: phi i64
; CHECK: small:
; CHECK-NOT: phi
; CHECK: ret void

; ALL-LABEL: define void @k(
; ALL-NOT: phi
; ALL: ret void
define void @k(ptr %launch, ptr %group, ptr %out) "weft-kernel" {
entry:
  %array = alloca [8 x i32]
  %other = alloca [2 x i32]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %next, %fill ]
  %place = getelementptr [8 x i32], ptr %array, i64 0, i64 %i
  %value = trunc i64 %i to i32
  store i32 %value, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %fill, label %between

between:
  br label %sum

sum:
  %j = phi i64 [ 0, %between ], [ %next.j, %sum ]
  %from = getelementptr [8 x i32], ptr %array, i64 0, i64 %j
  %found = load i32, ptr %from
  %to = getelementptr i32, ptr %out, i64 %j
  store i32 %found, ptr %to
  %next.j = add nuw nsw i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %sum, label %behind

behind:
  br label %small

small:
  %k = phi i64 [ 0, %behind ], [ %next.k, %small ]
  %there = getelementptr [2 x i32], ptr %other, i64 0, i64 %k
  store i32 5, ptr %there
  %next.k = add nuw nsw i64 %k, 1
  %more.k = icmp ult i64 %next.k, 2
  br i1 %more.k, label %small, label %end

end:
  %last = load i32, ptr %other
  store i32 %last, ptr %out
  ret void
}
