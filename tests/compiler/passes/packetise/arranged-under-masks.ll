; Lanes that store in an order that is the same in every packet do so in registers, the mask in the same order, also if only some of
; them run: here four turned round. In local memory without a branch on whether all do; pairs, too, but where few packets of a known
; number may exchange them in registers. Not where the CPU takes long for masks, where few masked accesses to other memory do without
; the order, as for pairs, nor where lane 0's index may wrap.
; RUN: weft-opt -weft-passes="packetise<8;stores-with-masks>" %s | FileCheck %s
; RUN: sed 's/%%id, 3$/%%id, 2/' %s | weft-opt -weft-passes="packetise<8;stores-with-masks>" | FileCheck %s --check-prefix=PAIRS
; RUN: sed 's/%%id, 3$/%%id, 2/; s/"weft-kernel"/"weft-kernel" "weft-local-size"="64,1,1"/' %s \
; RUN:   | weft-opt -weft-passes="packetise<8;stores-with-masks>" | FileCheck %s --check-prefix=SCATTERED
; RUN: sed 's/%%id, 3$/%%id, 2/; s/"weft-kernel"/"weft-kernel" "weft-local-size"="128,1,1"/' %s \
; RUN:   | weft-opt -weft-passes="packetise<8;stores-with-masks>" | FileCheck %s --check-prefix=PAIRS
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s --check-prefix=SCATTERED
; RUN: sed 's/zext i32 %%partner to/sext i32 %%moved to/' %s | weft-opt -weft-passes="packetise<8;stores-with-masks>" \
; RUN:   | FileCheck %s --check-prefix=SCATTERED
; RUN: sed 's/addrspace(3)/addrspace(1)/g' %s | weft-opt -weft-passes="packetise<8;stores-with-masks>" | FileCheck %s --check-prefix=GLOBAL
; RUN: sed 's/addrspace(3)/addrspace(1)/g; s/%%id, 3$/%%id, 2/' %s | weft-opt -weft-passes="packetise<8;stores-with-masks>" \
; RUN:   | FileCheck %s --check-prefix=SCATTERED
target triple = "spir64"
declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK-NOT: br i1 %
; CHECK: shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: call void @llvm.masked.store.v4i32.p3(<4 x i32> %{{.*}}, ptr addrspace(3) align 4 %{{.*}}, <4 x i1> %{{.*}})
; CHECK-NOT: {{br i1 %|scatter}}
; CHECK: ret void
; PAIRS-LABEL: define void @k(
; PAIRS: shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; PAIRS: call void @llvm.masked.store.v4i32.p3(
; PAIRS-NOT: scatter
; PAIRS: ret void
; GLOBAL-LABEL: define void @k(
; GLOBAL: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %{{.*}})
; GLOBAL: br i1 %[[ALL]]
; GLOBAL: store <4 x i32>
; GLOBAL: call void @llvm.masked.store.v4i32.p1(
; GLOBAL-NOT: scatter
; GLOBAL: ret void
; SCATTERED-LABEL: define void @k(
; SCATTERED: call void @llvm.masked.scatter
; SCATTERED: ret void
define void @k(ptr addrspace(3) %a, ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %wanted = icmp sgt i32 %v, 0
  br i1 %wanted, label %some, label %end

some:
  %partner = xor i32 %id, 3
  %moved = add i32 %partner, %n
  %i = zext i32 %partner to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  br label %end

end:
  ret void
}
