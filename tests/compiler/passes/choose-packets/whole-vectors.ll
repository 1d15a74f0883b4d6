; A kernel that loads vectors of eight, changes and stores them has no packets: each operation is one instruction, and packets would
; turn the vectors twice. It has them with vectors of four, with a function of the library, a loop or a barrier, and
; where packets are wanted in any case.
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-packets\<16\> -pass-remarks-missed=packetise %s 2>&1 | FileCheck %s
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes=choose-packets\<8\> -pass-remarks-missed=packetise %s 2>&1 | FileCheck %s
; RUN: sed 's/8 x float/16 x float/g; s/v8f32/v16f32/g' %s \
; RUN:   | weft-opt --cpu=x86-64-v4 -weft-passes=choose-packets\<16\> -pass-remarks-missed=packetise 2>&1 | FileCheck %s
; RUN: sed 's/8 x float/16 x i8/g; s/fadd/add/; s/fmul/mul/; s/splat (float 1.0)/splat (i8 1)/' %s \
; RUN:   | weft-opt --cpu=x86-64-v4 -weft-passes=choose-packets\<16\> -pass-remarks-missed=packetise 2>&1 | FileCheck %s
; RUN: weft-opt --cpu=x86-64-v4 --packets=possible -weft-passes=choose-packets\<16\> %s | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/8 x float/4 x float/g' %s \
; RUN:   | weft-opt --cpu=x86-64-v4 -weft-passes=choose-packets\<16\> | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/fadd <8 x float> %%x, %%product/call <8 x float> @_Z3expDv8_f(<8 x float> %%product)/' %s \
; RUN:   | weft-opt --cpu=x86-64-v4 -weft-passes=choose-packets\<16\> | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/^  ret void/  br label %%loop\nloop:\n  br i1 %%more, label %%loop, label %%end\nend:\n  ret void/' %s \
; RUN:   | weft-opt --cpu=x86-64-v4 -weft-passes=choose-packets\<16\> | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/^  ret void/  call void @weft.barrier()\n  ret void/' %s \
; RUN:   | weft-opt --cpu=x86-64-v4 -weft-passes=choose-packets\<16\> | FileCheck %s --check-prefix=PACKETS
target triple = "spir64"

declare i32 @weft.local.id.0()
declare void @weft.barrier() convergent
declare <8 x float> @_Z3expDv8_f(<8 x float>) memory(none)

; CHECK: it computes with whole vectors, which packets would turn
; CHECK-NOT: weft-chosen-width
; PACKETS: "weft-chosen-width"="16"
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %more) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %from = getelementptr <8 x float>, ptr addrspace(1) %in, i32 %id
  %x = load <8 x float>, ptr addrspace(1) %from
  %product = fmul <8 x float> %x, splat (float 1.0)
  %sum = fadd <8 x float> %x, %product
  %to = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %id
  store <8 x float> %sum, ptr addrspace(1) %to
  ret void
}
