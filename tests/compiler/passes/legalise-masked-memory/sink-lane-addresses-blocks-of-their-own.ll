; A gather or scatter has its lanes' offsets in its own block, and with a sign where they aren't negative.
; RUN: weft-opt -weft-passes="legalise-masked-memory<sink-lane-addresses>" %s | FileCheck %s
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, <8 x i1>)

; CHECK-LABEL: define <8 x i32> @inBranch(
; CHECK: apart:
; CHECK: %[[I:.*]] = sext <8 x i32> %n to <8 x i64>
; CHECK: %[[P:.*]] = getelementptr inbounds i32, ptr %a, <8 x i64> %[[I]]
; CHECK: @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %[[P]],
; CHECK: %[[J:.*]] = sext <8 x i32> %n to <8 x i64>
; CHECK: %[[Q:.*]] = getelementptr inbounds i32, ptr %a, <8 x i64> %[[J]]
; CHECK: @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %[[Q]],
define <8 x i32> @inBranch(ptr %a, <8 x i32> %n, <8 x i1> %mask, i1 %inLine) {
  %i = zext nneg <8 x i32> %n to <8 x i64>
  %p = getelementptr inbounds i32, ptr %a, <8 x i64> %i
  br i1 %inLine, label %end, label %apart

apart:
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x i32> poison)
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %p, <8 x i1> %mask)
  br label %end

end:
  %r = phi <8 x i32> [ %v, %apart ], [ zeroinitializer, %0 ]
  ret <8 x i32> %r
}

; Numbers without a sign stay such; 64 bits stay where they are.
; CHECK-LABEL: define <8 x i32> @others(
; CHECK: apart:
; CHECK: %[[I:.*]] = zext <8 x i32> %n to <8 x i64>
; CHECK: %[[P:.*]] = getelementptr i32, ptr %a, <8 x i64> %[[I]]
; CHECK: @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %[[P]],
; CHECK: %[[Q:.*]] = getelementptr i32, ptr %a, <8 x i64> %m
; CHECK: @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %[[Q]],
define <8 x i32> @others(ptr %a, <8 x i32> %n, <8 x i64> %m, <8 x i1> %mask) {
  %i = zext <8 x i32> %n to <8 x i64>
  %p = getelementptr i32, ptr %a, <8 x i64> %i
  %q = getelementptr i32, ptr %a, <8 x i64> %m
  br label %apart

apart:
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x i32> poison)
  %w = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %q, <8 x i1> %mask, <8 x i32> %v)
  ret <8 x i32> %w
}

; An address that is in the block, of an offset that isn't.
; CHECK-LABEL: define <8 x i32> @offsetInFront(
; CHECK: apart:
; CHECK: %[[I:.*]] = sext <8 x i32> %n to <8 x i64>
; CHECK: %[[P:.*]] = getelementptr i32, ptr %a, <8 x i64> %[[I]]
; CHECK: @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %[[P]],
define <8 x i32> @offsetInFront(ptr %a, <8 x i32> %n, <8 x i1> %mask) {
  %i = sext <8 x i32> %n to <8 x i64>
  br label %apart

apart:
  %p = getelementptr i32, ptr %a, <8 x i64> %i
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x i32> poison)
  ret <8 x i32> %v
}

; What has no base in common, and what is in the same block, stays as it is.
; CHECK-LABEL: define <8 x i32> @asTheyAre(
; CHECK: apart:
; CHECK-NEXT: getelementptr i32, ptr %a, <8 x i64> %m
; CHECK-NEXT: call
; CHECK-NEXT: call
; CHECK-NEXT: ret
define <8 x i32> @asTheyAre(ptr %a, <8 x ptr> %p, <8 x i64> %m, <8 x i1> %mask) {
  br label %apart

apart:
  %q = getelementptr i32, ptr %a, <8 x i64> %m
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x i32> poison)
  %w = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %q, <8 x i1> %mask, <8 x i32> %v)
  ret <8 x i32> %w
}
