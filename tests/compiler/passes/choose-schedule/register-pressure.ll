; A kernel that mostly computes has packets of two registers for each number, if these are there for all that a work-item
; has at a time: sixteen registers for seven and the id, not for eight and the id.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes="choose-schedule<8..16>" %s | FileCheck %s
; RUN: sed 's/%id, 15$/%id, 15\n  %more = mul i32 %id, 17/; s/%%sum6, ptr/%last, ptr/; s/^  %address = /  %last = xor i32 %%sum6, %more\n  %address = /' %s \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes="choose-schedule<8..16>" | FileCheck %s --check-prefix=MORE
; CHECK: "weft-schedule"="{{.*}}width=16{{[ "]}}
; MORE: "weft-schedule"="{{.*}}width=8{{[ "]}}
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %x0 = mul i32 %id, 3
  %x1 = mul i32 %id, 5
  %x2 = mul i32 %id, 7
  %x3 = mul i32 %id, 9
  %x4 = mul i32 %id, 11
  %x5 = mul i32 %id, 13
  %x6 = mul i32 %id, 15
  %sum1 = xor i32 %x0, %x1
  %sum2 = xor i32 %sum1, %x2
  %sum3 = xor i32 %sum2, %x3
  %sum4 = xor i32 %sum3, %x4
  %sum5 = xor i32 %sum4, %x5
  %sum6 = xor i32 %sum5, %x6
  %address = getelementptr i32, ptr addrspace(1) %a, i32 %id
  store i32 %sum6, ptr addrspace(1) %address
  ret void
}
