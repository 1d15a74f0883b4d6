; Masked accesses that the CPU has no instruction for are loops over the lanes that run. Words have one from AVX2 on, and
; bytes from AVX-512 on; constant masks and those of few lanes are short without a loop.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes="legalise-masked-memory<loop-over-lanes>" %s | FileCheck %s
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes="legalise-masked-memory<loop-over-lanes>" %s | FileCheck %s --check-prefix=STAYS
target triple = "x86_64-unknown-linux-gnu"
declare <48 x i8> @llvm.masked.load.v48i8.p0(ptr, <48 x i1>, <48 x i8>)
declare void @llvm.masked.store.v16i16.p0(<16 x i16>, ptr, <16 x i1>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, <8 x i1>, <8 x i32>)
declare <4 x i8> @llvm.masked.load.v4i8.p0(ptr, <4 x i1>, <4 x i8>)

; CHECK-LABEL: define <48 x i8> @load(
; CHECK: %[[VECTOR:.*]] = alloca <48 x i8>
; CHECK: store <48 x i8> %others, ptr %[[VECTOR]]
; CHECK: %[[MASK:.*]] = freeze <48 x i1> %mask
; CHECK: %[[BITS:.*]] = bitcast <48 x i1> %[[MASK]] to i48
; CHECK: %[[LANES:.*]] = zext i48 %[[BITS]] to i64
; CHECK: icmp ne i64 %[[LANES]], 0
; CHECK: lane:
; CHECK: %[[REST:.*]] = phi i64 [ %[[LANES]], {{.*}} ], [ %[[OTHERS:.*]], %lane ]
; CHECK: %[[LANE:.*]] = call i64 @llvm.cttz.i64(i64 %[[REST]], i1 true)
; CHECK: %[[OWN:.*]] = getelementptr inbounds i8, ptr %[[VECTOR]], i64 %[[LANE]]
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %p, i64 %[[LANE]]
; CHECK: %[[VALUE:.*]] = load i8, ptr %[[PLACE]], align 1
; CHECK: store i8 %[[VALUE]], ptr %[[OWN]], align 1
; CHECK: %[[LOWER:.*]] = add i64 %[[REST]], -1
; CHECK: %[[OTHERS]] = and i64 %[[REST]], %[[LOWER]]
; CHECK: %[[ALL:.*]] = load <48 x i8>, ptr %[[VECTOR]]
; CHECK: ret <48 x i8> %[[ALL]]
; STAYS-LABEL: define <48 x i8> @load(
; STAYS: call <48 x i8> @llvm.masked.load
define <48 x i8> @load(ptr %p, <48 x i1> %mask, <48 x i8> %others) {
  %v = call <48 x i8> @llvm.masked.load.v48i8.p0(ptr align 1 %p, <48 x i1> %mask, <48 x i8> %others)
  ret <48 x i8> %v
}

; CHECK-LABEL: define void @store(
; CHECK: store <16 x i16> %v, ptr %[[VECTOR:.*]], align
; CHECK: lane:
; CHECK: %[[OWN:.*]] = getelementptr inbounds i16, ptr %[[VECTOR]]
; CHECK: %[[PLACE:.*]] = getelementptr i16, ptr %p
; CHECK: %[[VALUE:.*]] = load i16, ptr %[[OWN]], align 2
; CHECK: store i16 %[[VALUE]], ptr %[[PLACE]], align 1
define void @store(ptr %p, <16 x i1> %mask, <16 x i16> %v) {
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr align 1 %p, <16 x i1> %mask)
  ret void
}

; CHECK-LABEL: define <8 x i32> @words(
; CHECK-NOT: lane:
; CHECK: call <8 x i32> @llvm.masked.load
define <8 x i32> @words(ptr %p, <8 x i1> %mask) {
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <8 x i1> %mask, <8 x i32> poison)
  ret <8 x i32> %v
}

; CHECK-LABEL: define <4 x i8> @few(
; CHECK-NOT: lane:
; CHECK: call <4 x i8> @llvm.masked.load
define <4 x i8> @few(ptr %p, <4 x i1> %mask) {
  %v = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %p, <4 x i1> %mask, <4 x i8> poison)
  ret <4 x i8> %v
}
