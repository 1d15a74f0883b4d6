; Four trips of a short loop that stores stand behind each other. Kernels on packets, loops that must not be unrolled,
; longer ones and those that carry a sum stay.
; RUN: weft-opt --cpu=sapphirerapids -weft-passes="unroll-short-loops" %s | FileCheck %s
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-packet-width"="16"/' %s \
; RUN:   | weft-opt --cpu=sapphirerapids -weft-passes="unroll-short-loops" - | FileCheck %s --check-prefix=ONE
; RUN: sed 's/, !stays !0$/, !llvm.loop !1/' %s \
; RUN:   | weft-opt --cpu=sapphirerapids -weft-passes="unroll-short-loops" - | FileCheck %s --check-prefix=ONE
; RUN: sed 's/^  %%new = add i32 %%old, 1$/  %%p1 = mul i32 %%old, %%old\n  %%p2 = mul i32 %%p1, %%old\n  %%p3 = mul i32 %%p2, %%p1\n  %%p4 = mul i32 %%p3, %%p2\n  %%new = mul i32 %%p4, %%p3/' %s \
; RUN:   | weft-opt --cpu=sapphirerapids -weft-passes="unroll-short-loops" - | FileCheck %s --check-prefix=ONE
; RUN: sed 's/^  %%new = add i32 %%old, 1$/  %%new = add i32 %%old, %%sum.before/; s/^  %%next = add.*$/&\n  %%sum = mul i32 %%sum.before, %%old/; s/^  %%i = phi.*$/&\n  %%sum.before = phi i32 [ 1, %%before ], [ %%sum, %%loop ]/' %s \
; RUN:   | weft-opt --cpu=sapphirerapids -weft-passes="unroll-short-loops" - | FileCheck %s --check-prefix=ONE

; CHECK-LABEL: define void @k(
; CHECK: %[[FIRST:.*]] = phi i32 [ %[[NEXT:.*]], %[[LAST:.*]] ], [ %item, %entry ]
; CHECK: store i32
; CHECK: %[[SECOND:.*]] = add i32 %[[FIRST]], 256
; CHECK: %[[MORE:.*]] = icmp ult i32 %[[SECOND]], %all
; CHECK: br i1 %[[MORE]], label %{{.*}}, label %end
; CHECK: store i32
; CHECK: %[[THIRD:.*]] = add i32 %[[FIRST]], 512
; CHECK: icmp ult i32 %[[THIRD]], %all
; CHECK: store i32
; CHECK: [[LAST]]:
; CHECK: store i32
; CHECK: %[[NEXT]] = add i32 %[[FIRST]], 1024
; CHECK: br i1 %{{.*}}, label %loop, label %end
; CHECK-NOT: store
; CHECK: ret void

; ONE-LABEL: define void @k(
; ONE-COUNT-1: store i32 %{{.*}}, ptr %{{.*}}
; ONE-NOT: store
; ONE: ret void
define void @k(ptr noalias %bytes, ptr noalias %counts, i32 %item, i32 %all) "weft-kernel" {
entry:
  %any = icmp ult i32 %item, %all
  br i1 %any, label %before, label %end

before:
  br label %loop

loop:
  %i = phi i32 [ %item, %before ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %from = getelementptr inbounds nuw i8, ptr %bytes, i64 %wide
  %byte = load i8, ptr %from
  %index = zext i8 %byte to i64
  %count = getelementptr inbounds nuw i32, ptr %counts, i64 %index
  %old = load i32, ptr %count
  %new = add i32 %old, 1
  store i32 %new, ptr %count
  %next = add i32 %i, 256
  %more = icmp ult i32 %next, %all
  br i1 %more, label %loop, label %end, !stays !0

end:
  ret void
}

!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.disable"}
