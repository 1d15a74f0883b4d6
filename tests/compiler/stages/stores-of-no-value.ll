; A stage that leaves a store of poison is at fault: the front end gives all that a program leaves unwritten a value. A
; function's own variables and the group's scratch may hold nothing, and so may lanes that store to such a variable.
; RUN: split-file %s %t
; RUN: not weft-opt --from=order-clock-reads %t/store.ll 2>&1 | FileCheck --check-prefix=STORE %s
; RUN: not weft-opt --from=order-clock-reads %t/lanes.ll 2>&1 | FileCheck --check-prefix=LANES %s
; RUN: not weft-opt --from=order-clock-reads %t/scatter.ll 2>&1 | FileCheck --check-prefix=SCATTER %s
; RUN: weft-opt --from=order-clock-reads %t/fine.ll

; STORE: stage 'order-clock-reads' left a store of what has no value: store i32 poison, ptr %launch
; LANES: stage 'order-clock-reads' left a store of what has no value: call void @llvm.masked.store
; SCATTER: stage 'order-clock-reads' left a store of what has no value: call void @llvm.masked.scatter
;--- store.ll
target triple = "x86_64-pc-linux-gnu"
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  store i32 poison, ptr %launch
  ret void
}
;--- lanes.ll
target triple = "x86_64-pc-linux-gnu"
declare void @llvm.masked.store.v4i8.p0(<4 x i8>, ptr, <4 x i1>)
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  call void @llvm.masked.store.v4i8.p0(<4 x i8> <i8 1, i8 2, i8 undef, i8 4>, ptr %launch, <4 x i1> <i1 0, i1 1, i1 1, i1 0>)
  ret void
}
;--- scatter.ll
target triple = "x86_64-pc-linux-gnu"
declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, <2 x i1>)
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  %own = alloca i32
  %one = insertelement <2 x ptr> poison, ptr %own, i64 0
  %nowhere = shufflevector <2 x ptr> %one, <2 x ptr> poison, <2 x i32> zeroinitializer
  %places = getelementptr i8, ptr %launch, <2 x i64> <i64 0, i64 8>
  %at = select <2 x i1> <i1 false, i1 true>, <2 x ptr> %places, <2 x ptr> %nowhere
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> <i32 1, i32 poison>, <2 x ptr> align 4 %at, <2 x i1> splat (i1 true))
  ret void
}
;--- fine.ll
target triple = "x86_64-pc-linux-gnu"
declare void @llvm.masked.store.v4i8.p0(<4 x i8>, ptr, <4 x i1>)
declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, <2 x i1>)
define void @k(ptr %launch, ptr %group) "weft-kernel" {
  %own = alloca i32
  store i32 poison, ptr %own
  %at = getelementptr i8, ptr %group, i64 56
  %scratch = load ptr, ptr %at
  store <2 x i32> <i32 1, i32 poison>, ptr %scratch
  call void @llvm.masked.store.v4i8.p0(<4 x i8> <i8 1, i8 2, i8 poison, i8 4>, ptr %launch, <4 x i1> <i1 0, i1 1, i1 0, i1 0>)
  %one = insertelement <2 x ptr> poison, ptr %own, i64 0
  %nowhere = shufflevector <2 x ptr> %one, <2 x ptr> poison, <2 x i32> zeroinitializer
  %places = getelementptr i8, ptr %launch, <2 x i64> <i64 0, i64 8>
  %lanes = load <2 x i1>, ptr %launch
  %active = and <2 x i1> %lanes, <i1 true, i1 false>
  %chosen = select <2 x i1> %active, <2 x ptr> %places, <2 x ptr> %nowhere
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> <i32 1, i32 poison>, <2 x ptr> align 4 %chosen, <2 x i1> splat (i1 true))
  ret void
}
