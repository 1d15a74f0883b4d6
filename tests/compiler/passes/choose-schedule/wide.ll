; A kernel that mostly computes has packets of the widest kind, where rows leave few of their lanes empty.
; RUN: sed 's/SIZE/32,1,1/' %s | weft-opt -weft-passes="choose-schedule<8..16>" | FileCheck %s --check-prefix=WIDE
; RUN: sed 's/SIZE/250,1,1/' %s | weft-opt -weft-passes="choose-schedule<8..16>" | FileCheck %s --check-prefix=WIDE
; RUN: sed 's/SIZE/24,1,1/' %s | weft-opt -weft-passes="choose-schedule<8..16>" | FileCheck %s --check-prefix=USUAL
; RUN: sed 's/SIZE/65,1,1/' %s | weft-opt -weft-passes="choose-schedule<8..16>" | FileCheck %s --check-prefix=USUAL

declare i32 @weft.local.id.0() memory(none)

; WIDE: "weft-schedule"="{{.*}}width=16{{[ "]}}
; USUAL: "weft-schedule"="{{.*}}width=8{{[ "]}}
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) #0 {
  %x = call i32 @weft.local.id.0()
  %square = mul i32 %x, %x
  %cube = mul i32 %square, %x
  %sum = add i32 %cube, %square
  %mixed = xor i32 %sum, %x
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %x
  store i32 %mixed, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="SIZE" }
