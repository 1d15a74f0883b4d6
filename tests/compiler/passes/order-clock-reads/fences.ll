; Each read of the time-stamp counter waits for what stands before it, on x86 alone.
; RUN: weft-opt -weft-passes=order-clock-reads %s | FileCheck %s
; RUN: sed s/x86_64/aarch64/ %s | weft-opt -weft-passes=order-clock-reads | FileCheck %s --check-prefix=OTHER
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i64 @elapsed(
; CHECK: call void @llvm.x86.sse2.lfence()
; CHECK-NEXT: %[[FIRST:.*]] = call i64 @llvm.readcyclecounter()
; CHECK-NEXT: call void @work()
; CHECK-NEXT: call void @llvm.x86.sse2.lfence()
; CHECK-NEXT: %[[LAST:.*]] = call i64 @llvm.readcyclecounter()
; CHECK-NEXT: sub i64 %[[LAST]], %[[FIRST]]
; OTHER-NOT: lfence
define i64 @elapsed() {
  %first = call i64 @llvm.readcyclecounter()
  call void @work()
  %last = call i64 @llvm.readcyclecounter()
  %elapsed = sub i64 %last, %first
  ret i64 %elapsed
}

declare void @work()
declare i64 @llvm.readcyclecounter()
