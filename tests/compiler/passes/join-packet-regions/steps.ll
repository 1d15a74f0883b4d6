; Barriers between steps whose elements stay within packets are marked: of 16 work-items with two elements each, over
; distances of 8 and 4. barriers-that-stay.ll has steps whose elements may be other packets'.
; RUN: weft-opt -weft-passes="join-packet-regions" %s | FileCheck %s
; Elements that are only read may be anybody's: so they are where the first step reads memory of the device instead.
; RUN: sed 's/load i32, ptr addrspace(3) %at1/load i32, ptr addrspace(1) %device/' %s \
; RUN:   | weft-opt -weft-passes="join-packet-regions" - | FileCheck %s

; CHECK-LABEL: define void @steps(
; CHECK: call void @weft.barrier(){{$}}
; CHECK: call void @weft.barrier(), !weft.within.packet
; CHECK: call void @weft.barrier(){{$}}
; CHECK: ret void

declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)

define void @steps(ptr %launch, ptr %group, ptr addrspace(1) %device, ptr addrspace(3) %array) "weft-kernel" "weft-schedule"="width=16" "weft-local-size"="64,1,1" {
entry:
  %local = call i32 @weft.local.id.0()
  %twice = shl i32 %local, 1
  ; another packet's, and so the first barrier stays
  %far = xor i32 %local, 63
  %from = getelementptr i32, ptr addrspace(3) %array, i32 %far
  store i32 1, ptr addrspace(3) %from
  call void @weft.barrier()
  %rest1 = and i32 %local, 7
  %low1 = sub i32 %twice, %rest1
  %high1 = add i32 %low1, 8
  %at1 = getelementptr i32, ptr addrspace(3) %array, i32 %low1
  %at1high = getelementptr i32, ptr addrspace(3) %array, i32 %high1
  %a1 = load i32, ptr addrspace(3) %at1
  store i32 %a1, ptr addrspace(3) %at1high
  call void @weft.barrier()
  %rest2 = and i32 %local, 3
  %low2 = sub i32 %twice, %rest2
  %high2 = add i32 %low2, 4
  %at2 = getelementptr i32, ptr addrspace(3) %array, i32 %low2
  %at2high = getelementptr i32, ptr addrspace(3) %array, i32 %high2
  %a2 = load i32, ptr addrspace(3) %at2high
  store i32 %a2, ptr addrspace(3) %at2
  call void @weft.barrier()
  %last = load i32, ptr addrspace(3) %from
  %result = getelementptr i32, ptr addrspace(1) %device, i32 %local
  store i32 %last, ptr addrspace(1) %result
  ret void
}
