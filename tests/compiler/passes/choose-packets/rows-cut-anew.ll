; A kernel that mostly computes, of two dimensions and for any local size: packets of two registers where each launch can have
; long rows, which it can't where the kernel can tell how the range was cut, or ids are wide.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes="choose-packets<8..16>" %s | FileCheck %s
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-observes-groups"/' %s \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes="choose-packets<8..16>" | FileCheck %s --check-prefix=SHORT
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-wide-indices"/' %s \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes="choose-packets<8..16>" | FileCheck %s --check-prefix=SHORT
; CHECK: "weft-chosen-width"="16"
; SHORT: "weft-chosen-width"="8"
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) "weft-kernel" {
  %column = call i32 @weft.local.id.0()
  %row = call i32 @weft.local.id.1()
  %x0 = mul i32 %column, %row
  %x1 = mul i32 %x0, %row
  %x2 = mul i32 %x1, %column
  %x3 = mul i32 %x2, %row
  %x4 = mul i32 %x3, %column
  %x5 = mul i32 %x4, %row
  %x6 = mul i32 %x5, %column
  %x7 = mul i32 %x6, %row
  %x8 = mul i32 %x7, %column
  %x9 = mul i32 %x8, %row
  %x10 = mul i32 %x9, %column
  %address = getelementptr i32, ptr addrspace(1) %a, i32 %column
  store i32 %x10, ptr addrspace(1) %address
  ret void
}
