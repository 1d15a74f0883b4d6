; All rules apply in their order: a masked load of bytes gets a branch to a plain load, and then a loop over the active lanes. An
; unoptimised kernel gets no branch, unless the rule is named. A rule that doesn't exist is an error.
; RUN: weft-opt -weft-passes="legalise-masked-memory" --cpu=x86-64-v3 %s | FileCheck %s --check-prefixes=LOOP,BRANCH
; RUN: weft-opt -weft-passes="legalise-masked-memory<loop-over-lanes;branch-on-masks>" --cpu=x86-64-v3 %s | FileCheck %s --check-prefixes=LOOP,BRANCH
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-unoptimised"/' %s > %t.ll
; RUN: weft-opt -weft-passes="legalise-masked-memory" --cpu=x86-64-v3 %t.ll | FileCheck %s --check-prefixes=LOOP,STRAIGHT
; RUN: weft-opt -weft-passes="legalise-masked-memory<branch-on-masks>" --cpu=x86-64-v3 %t.ll | FileCheck %s --check-prefixes=BRANCH,NO-LOOP
; RUN: not weft-opt -weft-passes="legalise-masked-memory<branch-on-masks;nothing>" %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
target triple = "x86_64-unknown-linux-gnu"

; UNKNOWN: legalise-masked-memory<branch-on-masks;nothing>

; BRANCH: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v16i1(<16 x i1> %some)
; BRANCH: br i1 %[[ALL]],
; BRANCH: load <16 x i8>, ptr %p
; STRAIGHT-NOT: reduce.and
; LOOP: call i64 @llvm.cttz.i64(
; LOOP-NOT: call {{.*}}@llvm.masked.load
; NO-LOOP: call <16 x i8> @llvm.masked.load
define <16 x i8> @k(ptr %p, <16 x i1> %some) "weft-kernel" {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr align 1 %p, <16 x i1> %some, <16 x i8> poison)
  ret <16 x i8> %v
}
