; Gathers of bytes and halves are gathers of the 32 bits around them, where the CPU has those. Otherwise lanes that don't
; run load from a place of the function's own; and so do stores to arrays of which each lane has an element at a time.
; RUN: weft-opt --cpu=skylake -weft-passes="legalise-masked-memory<lower-gathers>" %s | FileCheck %s
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes="legalise-masked-memory<lower-gathers>" %s | FileCheck %s --check-prefix=ALONE
target triple = "x86_64-unknown-linux-gnu"
declare <8 x i8> @llvm.masked.gather.v8i8.v8p0(<8 x ptr>, <8 x i1>, <8 x i8>)
declare <8 x half> @llvm.masked.gather.v8f16.v8p0(<8 x ptr>, <8 x i1>, <8 x half>)
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, <8 x i1>)

; CHECK-LABEL: define <8 x i8> @byAddress(
; CHECK: %[[WORD:.*]] = call <8 x ptr> @llvm.ptrmask.v8p0.v8i64(<8 x ptr> %p, <8 x i64> splat (i64 -4))
; CHECK: %[[WITHIN:.*]] = and <8 x i32> %{{.*}}, splat (i32 3)
; CHECK: %[[BITS:.*]] = shl <8 x i32> %[[WITHIN]], splat (i32 3)
; CHECK: %[[WORDS:.*]] = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %[[WORD]], <8 x i1> %mask, <8 x i32> poison)
; CHECK: %[[DOWN:.*]] = lshr <8 x i32> %[[WORDS]], %[[BITS]]
; CHECK: %[[BYTES:.*]] = trunc <8 x i32> %[[DOWN]] to <8 x i8>
; CHECK: select <8 x i1> %mask, <8 x i8> %[[BYTES]], <8 x i8> %others
; ALONE-LABEL: define <8 x i8> @byAddress(
; ALONE: %[[NOWHERE:.*]] = alloca i64
; ALONE: %[[SPLAT:.*]] = shufflevector <8 x ptr>
; ALONE: %[[PLACE:.*]] = select <8 x i1> %mask, <8 x ptr> %p, <8 x ptr> %[[SPLAT]]
; ALONE: %[[ALL:.*]] = call <8 x i8> @llvm.masked.gather.v8i8.v8p0(<8 x ptr> align 1 %[[PLACE]], <8 x i1> splat (i1 true), <8 x i8> poison)
; ALONE: select <8 x i1> %mask, <8 x i8> %[[ALL]], <8 x i8> %others
define <8 x i8> @byAddress(<8 x ptr> %p, <8 x i1> %mask, <8 x i8> %others) {
  %v = call <8 x i8> @llvm.masked.gather.v8i8.v8p0(<8 x ptr> align 1 %p, <8 x i1> %mask, <8 x i8> %others)
  ret <8 x i8> %v
}

; By offsets of 32 bits, which a base that may lie anywhere in 32 bits moves on.
; CHECK-LABEL: define <8 x half> @byOffset(
; CHECK: %[[WORD:.*]] = ashr <8 x i32> %i, splat (i32 1)
; CHECK: %[[WITHIN:.*]] = and <8 x i32> %i, splat (i32 1)
; CHECK: %[[FIRST:.*]] = lshr i32 %{{.*}}, 1
; CHECK: %[[FROM:.*]] = add <8 x i32> %[[WITHIN]],
; CHECK: %[[MORE:.*]] = lshr <8 x i32> %[[FROM]], splat (i32 1)
; CHECK: %[[PLACE:.*]] = add <8 x i32> %[[WORD]], %[[MORE]]
; CHECK: %[[HALF:.*]] = and <8 x i32> %[[FROM]], splat (i32 1)
; CHECK: %[[BASE:.*]] = call ptr @llvm.ptrmask.p0.i64(ptr %a, i64 -4)
; CHECK: %[[LONG:.*]] = sext <8 x i32> %[[PLACE]] to <8 x i64>
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %[[BASE]], <8 x i64> %[[LONG]]
; CHECK: %[[BITS:.*]] = mul <8 x i32> %[[HALF]], splat (i32 16)
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %[[AT]],
; CHECK: trunc <8 x i32> %{{.*}} to <8 x i16>
; CHECK: bitcast <8 x i16> %{{.*}} to <8 x half>
define <8 x half> @byOffset(ptr %a, <8 x i32> %i, <8 x i1> %mask) {
  %j = sext <8 x i32> %i to <8 x i64>
  %p = getelementptr half, ptr %a, <8 x i64> %j
  %v = call <8 x half> @llvm.masked.gather.v8f16.v8p0(<8 x ptr> align 2 %p, <8 x i1> %mask, <8 x half> poison)
  ret <8 x half> %v
}

; Offsets without a sign, from a base that is known to be at a word.
; CHECK-LABEL: define <8 x i8> @withoutSign(
; CHECK-NEXT: zext
; CHECK-NEXT: getelementptr i8
; CHECK-NEXT: %[[WORD:.*]] = lshr <8 x i32> %i, splat (i32 2)
; CHECK-NEXT: %[[WITHIN:.*]] = and <8 x i32> %i, splat (i32 3)
; CHECK-NEXT: %[[LONG:.*]] = sext <8 x i32> %[[WORD]] to <8 x i64>
; CHECK-NEXT: %[[AT:.*]] = getelementptr i32, ptr %a, <8 x i64> %[[LONG]]
; CHECK-NEXT: %[[BITS:.*]] = mul <8 x i32> %[[WITHIN]], splat (i32 8)
; CHECK-NEXT: call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %[[AT]],
define <8 x i8> @withoutSign(ptr align 4 %a, <8 x i32> %i, <8 x i1> %mask) {
  %j = zext <8 x i32> %i to <8 x i64>
  %p = getelementptr i8, ptr %a, <8 x i64> %j
  %v = call <8 x i8> @llvm.masked.gather.v8i8.v8p0(<8 x ptr> align 1 %p, <8 x i1> %mask, <8 x i8> poison)
  ret <8 x i8> %v
}

; A half may lie across two words.
; CHECK-LABEL: define <8 x half> @acrossWords(
; CHECK: call <8 x half> @llvm.masked.gather.v8f16.v8p0(<8 x ptr> align 1 %{{.*}}, <8 x i1> splat (i1 true),
define <8 x half> @acrossWords(<8 x ptr> %p, <8 x i1> %mask) {
  %v = call <8 x half> @llvm.masked.gather.v8f16.v8p0(<8 x ptr> align 1 %p, <8 x i1> %mask, <8 x half> poison)
  ret <8 x half> %v
}

; CHECK-LABEL: define void @toOwnArray(
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x i32> poison)
; CHECK: %[[OWN:.*]] = select <8 x i1> %mask, <8 x ptr> %q, <8 x ptr> %{{.*}}
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %[[OWN]], <8 x i1> splat (i1 true))
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %p, <8 x i1> %mask)
define void @toOwnArray(ptr %a, <8 x i64> %i, <8 x i1> %mask) "weft-kernel" {
  %array = alloca [4 x [8 x i32]], align 32, !weft.lane.array !0
  %p = getelementptr i32, ptr %a, <8 x i64> %i
  %q = getelementptr i32, ptr %array, <8 x i64> %i
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x i32> poison)
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %q, <8 x i1> %mask)
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %p, <8 x i1> %mask)
  ret void
}

!0 = !{}
