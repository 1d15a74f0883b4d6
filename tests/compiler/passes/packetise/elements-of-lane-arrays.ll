; Each lane has a column of an array, and chooses a row by itself: one vector where all are in the same row, which is
; asked of the rows. Otherwise lanes are one offset each, of 32 bits, from where the array begins.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @stack(
; CHECK: %[[ARRAY:.*]] = alloca [4 x [8 x i32]]
; CHECK: loop:
; CHECK: %[[ROW:.*]] = phi <8 x i32>
; CHECK: %[[TIMES:.*]] = mul <8 x i32> %[[ROW]], splat (i32 8)
; CHECK: %[[SUM:.*]] = add <8 x i32> zeroinitializer, %[[TIMES]]
; CHECK: %[[PLACE:.*]] = add <8 x i32> %[[SUM]], <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[BASE:.*]] = getelementptr [8 x i32], ptr %[[ARRAY]], i64 0, i32 0
; CHECK: %[[LONG:.*]] = sext <8 x i32> %[[PLACE]] to <8 x i64>
; CHECK: %[[AT:.*]] = getelementptr inbounds i32, ptr %[[BASE]], <8 x i64> %[[LONG]]
; CHECK: getelementptr inbounds [8 x i32], ptr %[[ARRAY]],
; CHECK: %[[FIRST:.*]] = extractelement <8 x i32> %[[ROW]],
; CHECK: %[[ONE:.*]] = insertelement <8 x i32> poison, i32 %[[FIRST]]
; CHECK: %[[SPLAT:.*]] = shufflevector <8 x i32> %[[ONE]]
; CHECK: %[[SAME:.*]] = icmp eq <8 x i32> %[[ROW]], %[[SPLAT]]
; CHECK: select <8 x i1> %{{.*}}, <8 x i1> %[[SAME]], <8 x i1> splat (i1 true)
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %[[AT]],
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %{{.*}}, <8 x ptr> align 4 %[[AT]],
define void @stack(ptr addrspace(1) %b) "weft-kernel" {
  %array = alloca [4 x i32], align 4
  %id = call i32 @weft.local.id.0()
  br label %loop
loop:
  %row = phi i32 [ 0, %0 ], [ %next, %loop ]
  %n = phi i32 [ 0, %0 ], [ %m, %loop ]
  %index = zext nneg i32 %row to i64
  %element = getelementptr inbounds i32, ptr %array, i64 %index
  %v = load i32, ptr %element
  %more = add i32 %v, %n
  store i32 %more, ptr %element
  %sum = add i32 %row, %id
  %next = and i32 %sum, 3
  %m = add i32 %n, 1
  %again = icmp slt i32 %m, 9
  br i1 %again, label %loop, label %done
done:
  %place = zext nneg i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %place
  store i32 %v, ptr addrspace(1) %to
  ret void
}
