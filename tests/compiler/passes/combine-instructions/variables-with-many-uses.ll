; Of a variable with more uses than it says, InstCombine knows nothing, so that it does not go through all of them each
; time that it replaces one: that the variable is but a copy of a constant one stays unseen. All else is done, and the
; variable is itself again.
; RUN: weft-opt -weft-passes="combine-instructions<3>" %s | FileCheck %s --check-prefixes=CHECK,MANY
; RUN: weft-opt -weft-passes="combine-instructions<4>" %s | FileCheck %s --check-prefixes=CHECK,FEW

@table = private constant [4 x i32] [i32 1, i32 4, i32 9, i32 16]

; CHECK-LABEL: define i32 @k(
; MANY: [[OWN:%.*]] = alloca [4 x i32]
; FEW-NOT: alloca
; CHECK-NOT: asm
; MANY: call void @llvm.memcpy.{{.*}}[[OWN]]
; FEW-NOT: memcpy
; MANY: getelementptr inbounds{{.*}} i32, ptr [[OWN]], i64 %i
; FEW: getelementptr inbounds{{.*}} i32, ptr @table, i64 %i
; CHECK-NOT: add i32 {{.*}}, 0
; CHECK: ret i32
define i32 @k(i64 %i, i64 %j) {
entry:
  %own = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %own)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %own, ptr align 16 @table, i64 16, i1 false)
  %p = getelementptr inbounds [4 x i32], ptr %own, i64 0, i64 %i
  %a = load i32, ptr %p
  %same = add i32 %a, 0
  %q = getelementptr inbounds [4 x i32], ptr %own, i64 0, i64 %j
  %b = load i32, ptr %q
  %sum = add i32 %same, %b
  ret i32 %sum
}
