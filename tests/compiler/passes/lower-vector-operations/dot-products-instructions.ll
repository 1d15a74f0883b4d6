; Each sum with dot products is one instruction where the CPU has it. Signed bytes with VNNI are unsigned ones, 128
; greater, and what that is too much is taken back; other CPUs multiply every other byte as halves.
; RUN: weft-opt --cpu=icelake-server -weft-passes=lower-vector-operations %s | FileCheck %s --check-prefixes=CHECK,VNNI
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes=lower-vector-operations %s | FileCheck %s --check-prefixes=CHECK,AVX2
; RUN: weft-opt --cpu=arrowlake -weft-passes=lower-vector-operations %s | FileCheck %s --check-prefixes=CHECK,INT8
; CHECK-NOT: @weft.dot
declare <16 x i32> @weft.dot.8.us.v16(<16 x i32>, <16 x i32>) memory(none)
declare <16 x i32> @weft.dot.16.ss.v16(<16 x i32>, <16 x i32>) memory(none)
declare <8 x i32> @weft.dot.8.ss.v8(<8 x i32>, <8 x i32>) memory(none)
declare <8 x i32> @weft.dot.8.uu.v8(<8 x i32>, <8 x i32>) memory(none)
declare <2 x i32> @weft.dot.8.ss.v2(<2 x i32>, <2 x i32>) memory(none)
declare i32 @weft.dot.8.us(i32, i32) memory(none)

; CHECK-LABEL: define <16 x i32> @mixed(
; VNNI-NEXT: %[[X:.*]] = bitcast <16 x i32> %x to <64 x i8>
; VNNI-NEXT: %[[Y:.*]] = bitcast <16 x i32> %y to <64 x i8>
; VNNI-NEXT: %[[SUM:.*]] = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> %before, <64 x i8> %[[X]], <64 x i8> %[[Y]])
; VNNI-NEXT: ret <16 x i32> %[[SUM]]
; AVX2-COUNT-4: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
; AVX2: ret
; INT8-COUNT-2: call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(
; INT8: ret
define <16 x i32> @mixed(<16 x i32> %x, <16 x i32> %y, <16 x i32> %before) {
  %dot = call <16 x i32> @weft.dot.8.us.v16(<16 x i32> %x, <16 x i32> %y)
  %sum = add <16 x i32> %before, %dot
  ret <16 x i32> %sum
}

; CHECK-LABEL: define <16 x i32> @halves(
; VNNI: call <16 x i32> @llvm.x86.avx512.vpdpwssd.512(<16 x i32> zeroinitializer,
; AVX2-COUNT-2: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
; INT8-COUNT-2: call <8 x i32> @llvm.x86.avx512.vpdpwssd.256(
; CHECK: ret
define <16 x i32> @halves(<16 x i32> %x, <16 x i32> %y) {
  %dot = call <16 x i32> @weft.dot.16.ss.v16(<16 x i32> %x, <16 x i32> %y)
  ret <16 x i32> %dot
}

; CHECK-LABEL: define <8 x i32> @signed(
; VNNI: %[[MORE:.*]] = add <8 x i32> %before, splat (i32 512)
; VNNI: %[[X:.*]] = xor <8 x i32> %x, splat (i32 -2139062144)
; VNNI: %[[SUM:.*]] = call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(<8 x i32> %[[MORE]],
; VNNI: xor <8 x i32> %y, splat (i32 -1)
; VNNI: call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(<8 x i32> %[[SUM]], <32 x i8> bitcast (<8 x i32> splat (i32 -2139062144) to <32 x i8>),
; AVX2-DAG: ashr <16 x i16> {{.*}}, splat (i16 8)
; AVX2-COUNT-2: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
; INT8: call <8 x i32> @llvm.x86.avx2.vpdpbssd.256(<8 x i32> %before,
; CHECK: ret
define <8 x i32> @signed(<8 x i32> %x, <8 x i32> %y, <8 x i32> %before) {
  %dot = call <8 x i32> @weft.dot.8.ss.v8(<8 x i32> %x, <8 x i32> %y)
  %sum = add <8 x i32> %dot, %before
  ret <8 x i32> %sum
}

; CHECK-LABEL: define <8 x i32> @unsigned(
; VNNI: and <16 x i16> {{.*}}, splat (i16 255)
; VNNI: lshr <16 x i16> {{.*}}, splat (i16 8)
; VNNI: call <8 x i32> @llvm.x86.avx512.vpdpwssd.256(
; AVX2-COUNT-2: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
; INT8: call <8 x i32> @llvm.x86.avx2.vpdpbuud.256(
; CHECK: ret
define <8 x i32> @unsigned(<8 x i32> %x, <8 x i32> %y) {
  %dot = call <8 x i32> @weft.dot.8.uu.v8(<8 x i32> %x, <8 x i32> %y)
  ret <8 x i32> %dot
}

; No register is so short: shifts and products.
; CHECK-LABEL: define <2 x i32> @short(
; CHECK-COUNT-4: mul <2 x i32>
; CHECK: ret
define <2 x i32> @short(<2 x i32> %x, <2 x i32> %y) {
  %dot = call <2 x i32> @weft.dot.8.ss.v2(<2 x i32> %x, <2 x i32> %y)
  ret <2 x i32> %dot
}

; CHECK-LABEL: define i32 @single(
; CHECK: %[[X:.*]] = shl i32 %x, 24
; CHECK: lshr i32 %[[X]], 24
; CHECK: %[[Y:.*]] = shl i32 %y, 24
; CHECK: ashr i32 %[[Y]], 24
; CHECK-COUNT-4: mul i32
; CHECK: ret
define i32 @single(i32 %x, i32 %y) {
  %dot = call i32 @weft.dot.8.us(i32 %x, i32 %y)
  ret i32 %dot
}
