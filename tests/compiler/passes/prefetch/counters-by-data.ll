; A column's element that says which of a private array's to count up is preceded by a prefetch of the one 12 rows on,
; to the first cache. Not where the row's elements are summed alone, where rows follow each other closely, or where the
; array is in order.
; RUN: weft-opt -weft-passes=prefetch %s | FileCheck %s
; RUN: sed 's/mul i32 %%i, %%width/mul i32 %%i, 64/' %s | weft-opt -weft-passes=prefetch \
; RUN:   | FileCheck %s --check-prefix=NONE
; RUN: sed 's/i64 %%bin, i32 0/i64 %%order, i32 0/' %s | weft-opt -weft-passes=prefetch \
; RUN:   | FileCheck %s --check-prefix=NONE
; Nor where something else in the loop is a multiple of the counter, and the elements follow each other.
; RUN: sed 's/%%place = add i32 %%row, %%id/%%place = add i32 %%i, %%id/' %s | weft-opt -weft-passes=prefetch \
; RUN:   | FileCheck %s --check-prefix=NONE

; CHECK-LABEL: define void @k(
; CHECK: %[[AHEAD:.*]] = add i32 %i, 12
; CHECK: %[[ROW:.*]] = mul i32 %[[AHEAD]], %width
; CHECK: %[[PLACE:.*]] = add i32 %[[ROW]], %id
; CHECK: %[[WIDE:.*]] = zext i32 %[[PLACE]] to i64
; CHECK: %[[ADDRESS:.*]] = getelementptr i8, ptr addrspace(1) %data, i64 %[[WIDE]]
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %[[ADDRESS]], i32 0, i32 3,
; CHECK-NEXT: load i8, ptr addrspace(1) %p
; CHECK-NOT: call void @llvm.prefetch
; NONE-LABEL: define void @k(
; NONE-NOT: call void @llvm.prefetch
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %data, i32 %width, i32 %rows, i32 %id) #0 {
entry:
  %own = alloca [16 x [16 x i32]]
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %i, %width
  %place = add i32 %row, %id
  %wide = zext i32 %place to i64
  %p = getelementptr inbounds nuw i8, ptr addrspace(1) %data, i64 %wide
  %v = load i8, ptr addrspace(1) %p
  %masked = and i8 %v, 15
  %bin = zext i8 %masked to i64
  %order = zext i32 %i to i64
  %count = getelementptr inbounds [16 x i32], ptr %own, i64 %bin, i32 0
  %old = load i32, ptr %count
  %new = add i32 %old, 1
  store i32 %new, ptr %count
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %rows
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

attributes #0 = { "weft-kernel" }
