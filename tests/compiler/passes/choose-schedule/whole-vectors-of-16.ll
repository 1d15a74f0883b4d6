; A kernel that loads vectors of 16, changes and stores them has no packets either.
; RUN: split-file %s %t
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-schedule\<16\> -pass-remarks-missed=packetise %t/float.ll 2>&1 \
; RUN:   | FileCheck %t/float.ll
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-schedule\<16\> -pass-remarks-missed=packetise %t/char.ll 2>&1 \
; RUN:   | FileCheck %t/char.ll

;--- float.ll
; Sixteen numbers of 32 bits fill a register of 64 bytes.
; CHECK: it computes with whole vectors, which packets would turn
; CHECK-LABEL: define void @vectors_of_16_floats(
; CHECK-NOT: weft-schedule
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @vectors_of_16_floats(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %from = getelementptr <16 x float>, ptr addrspace(1) %in, i32 %id
  %x = load <16 x float>, ptr addrspace(1) %from
  %product = fmul <16 x float> %x, splat (float 1.0)
  %sum = fadd <16 x float> %x, %product
  %to = getelementptr <16 x float>, ptr addrspace(1) %out, i32 %id
  store <16 x float> %sum, ptr addrspace(1) %to
  ret void
}

;--- char.ll
; Sixteen numbers of 8 bits fill a quarter of one, and packets would turn them as well.
; CHECK: it computes with whole vectors, which packets would turn
; CHECK-LABEL: define void @vectors_of_16_chars(
; CHECK-NOT: weft-schedule
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @vectors_of_16_chars(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %from = getelementptr <16 x i8>, ptr addrspace(1) %in, i32 %id
  %x = load <16 x i8>, ptr addrspace(1) %from
  %product = mul <16 x i8> %x, splat (i8 1)
  %sum = add <16 x i8> %x, %product
  %to = getelementptr <16 x i8>, ptr addrspace(1) %out, i32 %id
  store <16 x i8> %sum, ptr addrspace(1) %to
  ret void
}
