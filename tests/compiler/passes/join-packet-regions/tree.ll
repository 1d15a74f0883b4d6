; The last steps of a tree belong to the first packet alone, by conditions that keep all others' work-items away. With
; a condition that isn't known before the launch they may be anybody's.
; RUN: weft-opt -weft-passes="join-packet-regions" %s | FileCheck %s
; RUN: sed 's/icmp ult i32 %local, 8/icmp ult i32 %n, 8/; s/icmp ult i32 %local, 4/icmp ult i32 %n, 4/' %s | weft-opt -weft-passes="join-packet-regions" - | FileCheck %s --check-prefix=STAYS

; CHECK-LABEL: define void @tree(
; CHECK: call void @weft.barrier(), !weft.within.packet
; CHECK: call void @weft.barrier(), !weft.within.packet
; CHECK: ret void
; STAYS-LABEL: define void @tree(
; STAYS-NOT: weft.within.packet
; STAYS: ret void

declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)

define void @tree(ptr %launch, ptr %group, ptr addrspace(3) %array, i32 %n) "weft-kernel" "weft-schedule"="width=16" "weft-local-size"="64,1,1" {
entry:
  %local = call i32 @weft.local.id.0()
  %own = getelementptr i32, ptr addrspace(3) %array, i32 %local
  store i32 %local, ptr addrspace(3) %own
  call void @weft.barrier()
  %first = icmp ult i32 %local, 8
  br i1 %first, label %add8, label %behind8

add8:
  %place8 = add i32 %local, 8
  %from8 = getelementptr i32, ptr addrspace(3) %array, i32 %place8
  %a8 = load i32, ptr addrspace(3) %from8
  store i32 %a8, ptr addrspace(3) %own
  br label %behind8

behind8:
  call void @weft.barrier()
  %second = icmp ult i32 %local, 4
  br i1 %second, label %add4, label %behind4

add4:
  %place4 = add i32 %local, 4
  %from4 = getelementptr i32, ptr addrspace(3) %array, i32 %place4
  %a4 = load i32, ptr addrspace(3) %from4
  store i32 %a4, ptr addrspace(3) %own
  br label %behind4

behind4:
  ret void
}
