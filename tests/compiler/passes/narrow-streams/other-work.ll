; Kernels keep registers of 64 bytes if they do more than move memory. Each kernel differs in one thing from one that
; loads, adds and stores, as in loads-and-stores.ll, which has registers of 32 bytes.
; RUN: split-file %s %t
; RUN: weft-opt --cpu=sapphirerapids -weft-passes=narrow-streams %t/many-operations.ll | FileCheck %t/many-operations.ll
; RUN: weft-opt --cpu=sapphirerapids -weft-passes=narrow-streams %t/sum.ll | FileCheck %t/sum.ll
; RUN: weft-opt --cpu=sapphirerapids -weft-passes=narrow-streams %t/line-again.ll | FileCheck %t/line-again.ll
; RUN: weft-opt --cpu=sapphirerapids -weft-passes=narrow-streams %t/next-line.ll | FileCheck %t/next-line.ll
; RUN: weft-opt --cpu=sapphirerapids -weft-passes=narrow-streams %t/call.ll | FileCheck %t/call.ll
; RUN: weft-opt --cpu=sapphirerapids -weft-passes=narrow-streams %t/permuted-lanes.ll | FileCheck %t/permuted-lanes.ll

;--- many-operations.ll
; Four operations for three accesses are too many.
; CHECK-LABEL: define void @stays_wide_for_many_operations(
; CHECK: load <16 x float>, ptr %p
; CHECK: store <16 x float>
; CHECK-NOT: "prefer-vector-width"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define void @stays_wide_for_many_operations(ptr %a, ptr %b, ptr %c) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %q = getelementptr float, ptr %b, i64 %i
  %r = getelementptr float, ptr %c, i64 %i
  %x = load <16 x float>, ptr %p, align 4
  %y = load <16 x float>, ptr %q, align 4
  %sum = fadd <16 x float> %x, %y
  %more1 = fmul <16 x float> %sum, %x
  %more2 = fmul <16 x float> %more1, %y
  %more3 = fmul <16 x float> %more2, %y
  store <16 x float> %sum, ptr %r, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %end

end:
  ret void
}

;--- sum.ll
; A loop that carries a sum from one trip to the next does more than move memory.
; CHECK-LABEL: define void @stays_wide_for_a_sum(
; CHECK: load <16 x float>, ptr %p
; CHECK: store <16 x float>
; CHECK-NOT: "prefer-vector-width"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define void @stays_wide_for_a_sum(ptr %a, ptr %b, ptr %c) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %total = phi <16 x float> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %q = getelementptr float, ptr %b, i64 %i
  %r = getelementptr float, ptr %c, i64 %i
  %x = load <16 x float>, ptr %p, align 4
  %y = load <16 x float>, ptr %q, align 4
  %sum = fadd <16 x float> %x, %y
  store <16 x float> %sum, ptr %r, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %end

end:
  ret void
}

;--- line-again.ll
; Loads that are four bytes apart both read from most of the lines.
; CHECK-LABEL: define void @stays_wide_for_lines_that_are_read_again(
; CHECK: load <16 x float>, ptr %p
; CHECK: store <16 x float>
; CHECK-NOT: "prefer-vector-width"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define void @stays_wide_for_lines_that_are_read_again(ptr %a, ptr %b, ptr %c) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %q = getelementptr float, ptr %b, i64 %i
  %r = getelementptr float, ptr %c, i64 %i
  %x = load <16 x float>, ptr %p, align 4
  %y = load <16 x float>, ptr %q, align 4
  %beyond = getelementptr i8, ptr %p, i64 4
  %again = load <16 x float>, ptr %beyond, align 4
  %sum = fadd <16 x float> %x, %y
  store <16 x float> %sum, ptr %r, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %end

end:
  ret void
}

;--- next-line.ll
; Loads that are a line apart read from other lines.
; CHECK-LABEL: define void @is_narrow_for_next_lines(
; CHECK-NOT: <16 x float>
; CHECK-COUNT-2: load <8 x float>
; CHECK: attributes #{{.*}} "prefer-vector-width"="256"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define void @is_narrow_for_next_lines(ptr %a, ptr %b, ptr %c) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %q = getelementptr float, ptr %b, i64 %i
  %r = getelementptr float, ptr %c, i64 %i
  %x = load <16 x float>, ptr %p, align 4
  %y = load <16 x float>, ptr %q, align 4
  %line = getelementptr i8, ptr %p, i64 64
  %second = load <16 x float>, ptr %line, align 4
  %sum = fadd <16 x float> %x, %y
  store <16 x float> %sum, ptr %r, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %end

end:
  ret void
}

;--- call.ll
; A function may do anything.
; CHECK-LABEL: define void @stays_wide_for_a_call(
; CHECK: load <16 x float>, ptr %p
; CHECK: store <16 x float>
; CHECK-NOT: "prefer-vector-width"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare void @f()
define void @stays_wide_for_a_call(ptr %a, ptr %b, ptr %c) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %q = getelementptr float, ptr %b, i64 %i
  %r = getelementptr float, ptr %c, i64 %i
  %x = load <16 x float>, ptr %p, align 4
  %y = load <16 x float>, ptr %q, align 4
  %sum = fadd <16 x float> %x, %y
  call void @f()
  store <16 x float> %sum, ptr %r, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %end

end:
  ret void
}

;--- permuted-lanes.ll
; Lanes that change places between two narrow registers take several instructions.
; CHECK-LABEL: define void @stays_wide_for_permuted_lanes(
; CHECK: load <16 x float>, ptr %p
; CHECK: store <16 x float>
; CHECK-NOT: "prefer-vector-width"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define void @stays_wide_for_permuted_lanes(ptr %a, ptr %b, ptr %c) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %q = getelementptr float, ptr %b, i64 %i
  %r = getelementptr float, ptr %c, i64 %i
  %x = load <16 x float>, ptr %p, align 4
  %y = load <16 x float>, ptr %q, align 4
  %sum = fadd <16 x float> %x, %y
  %turned = shufflevector <16 x float> %sum, <16 x float> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  store <16 x float> %sum, ptr %r, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %end

end:
  ret void
}
