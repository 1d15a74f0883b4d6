; Without AVX-512 a masked store to the group's local memory, its scratch or a packet's private array stores a whole vector, of
; which it has loaded what its lanes leave alone; where no lane runs, it does so to a variable. So does a load of bytes. Other
; memory keeps its masks, and so does a constant mask that is one store or two.
; RUN: weft-opt -weft-passes="legalise-masked-memory<blend-masked-stores>" --cpu=x86-64-v3 %s | FileCheck %s
; RUN: weft-opt -weft-passes="legalise-masked-memory<blend-masked-stores>" --cpu=x86-64-v4 %s | FileCheck %s --check-prefix=MASKS
; RUN: sed 's/"weft-packet-width"="8"//' %s | weft-opt -weft-passes="legalise-masked-memory<blend-masked-stores>" --cpu=x86-64-v3 | FileCheck %s --check-prefix=MASKS
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, <8 x i1>)
declare void @llvm.masked.store.v32i64.p0(<32 x i64>, ptr, <32 x i1>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, <8 x i1>, <8 x i32>)
declare <8 x i8> @llvm.masked.load.v8i8.p0(ptr, <8 x i1>, <8 x i8>)

; MASKS-NOT: %nowhere
; MASKS-NOT: load <8 x
; CHECK-LABEL: define void @k(
; CHECK: %nowhere = alloca [128 x i8], align 128
; The load of integers has a mask.
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %at
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %mask)
; CHECK: %[[PLACE:.*]] = select i1 %[[ANY]], ptr %byte, ptr %nowhere
; CHECK: %[[LOADED:.*]] = load <8 x i8>, ptr %[[PLACE]], align 1
; CHECK: %[[BYTES:.*]] = freeze <8 x i8> %[[LOADED]]
; CHECK: select <8 x i1> %mask, <8 x i8> %[[BYTES]], <8 x i8> zeroinitializer
; CHECK: %[[PLACE2:.*]] = select i1 %{{.*}}, ptr %at, ptr %nowhere
; CHECK: %[[LOADED2:.*]] = load <8 x i32>, ptr %[[PLACE2]], align 4
; CHECK: %[[OLD:.*]] = freeze <8 x i32> %[[LOADED2]]
; CHECK: %[[NEW:.*]] = select <8 x i1> %mask, <8 x i32> %sum, <8 x i32> %[[OLD]]
; CHECK: store <8 x i32> %[[NEW]], ptr %[[PLACE2]], align 4
; To one of two places in local memory and scratch.
; CHECK: store <8 x i32> %{{.*}}, ptr %{{.*}}, align 4
; To the array.
; CHECK: store <8 x i32> %{{.*}}, ptr %{{.*}}, align 32
; CHECK-COUNT-4: call void @llvm.masked.store
; CHECK-NOT: masked.store
; CHECK: ret void
define void @k(ptr %launch, ptr %group, i64 %n, ptr %out, <8 x i1> %mask, <32 x i1> %many, i1 %which) "weft-kernel" "weft-packet-width"="8" {
entry:
  %array = alloca [4 x [8 x i32]], align 32, !weft.lane.array !0
  %other = alloca [4 x [8 x i32]], align 32
  %local.place = getelementptr i8, ptr %group, i64 48
  %local = load ptr, ptr %local.place
  %scratch.place = getelementptr i8, ptr %group, i64 56
  %scratch = load ptr, ptr %scratch.place
  %at = getelementptr i32, ptr %local, i64 %n
  %byte = getelementptr i8, ptr %local, i64 %n
  %one = select i1 %which, ptr %at, ptr %scratch
  %row = getelementptr [8 x i32], ptr %array, i64 %n
  %ints = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %at, <8 x i1> %mask, <8 x i32> zeroinitializer)
  %small = call <8 x i8> @llvm.masked.load.v8i8.p0(ptr align 1 %byte, <8 x i1> %mask, <8 x i8> zeroinitializer)
  %wide = zext <8 x i8> %small to <8 x i32>
  %sum = add <8 x i32> %ints, %wide
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr align 4 %at, <8 x i1> %mask)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr align 4 %one, <8 x i1> %mask)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr align 32 %row, <8 x i1> %mask)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr align 4 %out, <8 x i1> %mask)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr align 4 %other, <8 x i1> %mask)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %sum, ptr align 4 %at, <8 x i1> <i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 1>)
  call void @llvm.masked.store.v32i64.p0(<32 x i64> zeroinitializer, ptr align 8 %at, <32 x i1> %many)
  ret void
}

!0 = !{}
