; A kernel that loads vectors of eight, changes and stores them has no packets: each operation is one instruction, and
; packets would turn the vectors twice. It has them where packets are wanted in any case. vectors-in-packets.ll has
; kernels with vectors that do better on packets, whole-vectors-of-16.ll longer vectors.
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-schedule\<16\> -pass-remarks-missed=packetise %s 2>&1 | FileCheck %s
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8\> -pass-remarks-missed=packetise %s 2>&1 | FileCheck %s
; RUN: weft-opt --cpu=x86-64-v4 --schedule=packets -weft-passes=choose-schedule\<16\> %s \
; RUN:   | FileCheck %s --check-prefix=PACKETS
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK: it computes with whole vectors, which packets would turn
; CHECK-LABEL: define void @k(
; CHECK-NOT: weft-schedule
; PACKETS-LABEL: define void @k(
; PACKETS: "weft-schedule"="{{.*}}width=16{{[ "]}}
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %from = getelementptr <8 x float>, ptr addrspace(1) %in, i32 %id
  %x = load <8 x float>, ptr addrspace(1) %from
  %product = fmul <8 x float> %x, splat (float 1.0)
  %sum = fadd <8 x float> %x, %product
  %to = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %id
  store <8 x float> %sum, ptr addrspace(1) %to
  ret void
}
