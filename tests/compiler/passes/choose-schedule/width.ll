; Packets are as wide as sub-groups where the kernel can tell these apart, and as the CPU's usual packets along flat ids. A
; kernel with little work for each packet has wide packets.
; A kernel that is too long is given up.
; RUN: weft-opt -weft-passes="choose-schedule<8..16>" %s | FileCheck %s
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="4,1,1"/' %s | weft-opt -weft-passes="choose-schedule<8..16>" \
; RUN:   | FileCheck %s --check-prefix=SHORT
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-sub-groups" "weft-sub-group-size"="32"/' %s \
; RUN:   | weft-opt -weft-passes="choose-schedule<8..16>" | FileCheck %s --check-prefix=SUB-GROUPS
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-flat-ids" "weft-local-size"="2,8,1"/' %s \
; RUN:   | weft-opt -weft-passes="choose-schedule<8..16>" | FileCheck %s --check-prefix=FLAT
; RUN: weft-opt -weft-passes="choose-schedule<8;most=2>" %s | FileCheck %s --check-prefix=LONG

declare i32 @weft.local.id.0()

; CHECK: "weft-schedule"="{{.*}}width=16{{[ "]}}
; SHORT: "weft-schedule"="{{.*}}width=4{{[ "]}}
; SUB-GROUPS: "weft-schedule"="{{.*}}width=32{{[ "]}}
; FLAT: "weft-schedule"="{{.*}}width=8{{[ "]}}
; LONG-NOT: weft-schedule
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) #0 {
  %x = call i32 @weft.local.id.0()
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %x
  store i32 %x, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" }
