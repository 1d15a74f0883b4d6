; A counter that takes long steps goes down a column as well, and so does one whose step isn't known. Its elements say which counter
; of local memory to add to. Not where steps are short, where the element is summed, or where its place is a part of the counter.
; RUN: weft-opt -weft-passes=prefetch %s | FileCheck %s
; RUN: sed 's/add i32 %%i, 256/add i32 %%i, %%end/' %s | weft-opt -weft-passes=prefetch | FileCheck %s --check-prefix=ANY
; RUN: sed 's/add i32 %%i, 256/add i32 %%i, 128/' %s | weft-opt -weft-passes=prefetch | FileCheck %s --check-prefix=NONE
; RUN: sed 's/i64 %%bin$/i64 %%wide/' %s | weft-opt -weft-passes=prefetch | FileCheck %s --check-prefix=NONE
; RUN: sed 's/%%place = add i32 %%first, %%i/%%place = lshr i32 %%i, 8/' %s | weft-opt -weft-passes=prefetch \
; RUN:   | FileCheck %s --check-prefix=NONE

; CHECK-LABEL: define void @k(
; CHECK: %[[AHEAD:.*]] = add i32 %i, 3072
; CHECK: %[[PLACE:.*]] = add i32 %first, %[[AHEAD]]
; CHECK: %[[WIDE:.*]] = zext i32 %[[PLACE]] to i64
; CHECK: %[[ADDRESS:.*]] = getelementptr i8, ptr addrspace(1) %data, i64 %[[WIDE]]
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %[[ADDRESS]], i32 0, i32 3,
; CHECK-NEXT: load i8, ptr addrspace(1) %p
; ANY: %[[STEPS:.*]] = mul i32 %end, 12
; ANY: add i32 %i, %[[STEPS]]
; ANY: call void @llvm.prefetch
; NONE-NOT: call void @llvm.prefetch
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %data, ptr addrspace(3) %counts, i32 %first, i32 %id, i32 %end) #0 {
entry:
  br label %loop

loop:
  %i = phi i32 [ %id, %entry ], [ %next, %loop ]
  %place = add i32 %first, %i
  %wide = zext i32 %place to i64
  %p = getelementptr inbounds nuw i8, ptr addrspace(1) %data, i64 %wide
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %count = getelementptr inbounds i32, ptr addrspace(3) %counts, i64 %bin
  %old = atomicrmw add ptr addrspace(3) %count, i32 1 monotonic
  %next = add i32 %i, 256
  %again = icmp ult i32 %next, %end
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

attributes #0 = { "weft-kernel" }
