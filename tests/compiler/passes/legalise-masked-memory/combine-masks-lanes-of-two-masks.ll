; Masks that have some lanes of one mask and some of another, or of a constant, are made by logical operations. Shuffles that move
; lanes, and those of numbers, stay.
; RUN: weft-opt -weft-passes="legalise-masked-memory<combine-masks>" %s | FileCheck %s

; CHECK-LABEL: define <4 x i1> @ends(
; CHECK: %[[ANY:.*]] = freeze <4 x i1> %x
; CHECK: %[[M:.*]] = and <4 x i1> %[[ANY]], <i1 true, i1 true, i1 true, i1 false>
; CHECK: ret <4 x i1> %[[M]]
define <4 x i1> @ends(<4 x i1> %x) {
  %m = shufflevector <4 x i1> %x, <4 x i1> <i1 poison, i1 poison, i1 poison, i1 false>, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x i1> %m
}

; CHECK-LABEL: define <4 x i1> @begins(
; CHECK: %[[ANY:.*]] = freeze <4 x i1> %x
; CHECK: %[[M:.*]] = and <4 x i1> %[[ANY]], <i1 false, i1 false, i1 true, i1 true>
; CHECK: %[[ALL:.*]] = or <4 x i1> <i1 true, i1 false, i1 false, i1 false>, %[[M]]
; CHECK: ret <4 x i1> %[[ALL]]
define <4 x i1> @begins(<4 x i1> %x) {
  %m = shufflevector <4 x i1> <i1 true, i1 poison, i1 true, i1 true>, <4 x i1> %x, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  ret <4 x i1> %m
}

; CHECK-LABEL: define <4 x i1> @both(
; CHECK: %[[A:.*]] = and <4 x i1> %{{.*}}, <i1 true, i1 false, i1 false, i1 true>
; CHECK: %[[B:.*]] = and <4 x i1> %{{.*}}, <i1 false, i1 true, i1 true, i1 false>
; CHECK: or <4 x i1> %[[A]], %[[B]]
define <4 x i1> @both(<4 x i1> %x, <4 x i1> %y) {
  %m = shufflevector <4 x i1> %x, <4 x i1> %y, <4 x i32> <i32 0, i32 5, i32 6, i32 3>
  ret <4 x i1> %m
}

; CHECK-LABEL: define <4 x i1> @moved(
; CHECK: shufflevector
define <4 x i1> @moved(<4 x i1> %x, <4 x i1> %y) {
  %m = shufflevector <4 x i1> %x, <4 x i1> %y, <4 x i32> <i32 1, i32 5, i32 6, i32 3>
  ret <4 x i1> %m
}

; CHECK-LABEL: define <4 x i8> @numbers(
; CHECK: shufflevector
define <4 x i8> @numbers(<4 x i8> %x, <4 x i8> %y) {
  %m = shufflevector <4 x i8> %x, <4 x i8> %y, <4 x i32> <i32 0, i32 5, i32 6, i32 3>
  ret <4 x i8> %m
}
