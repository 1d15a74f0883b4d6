; A kernel of two dimensions that mostly computes has the widest packets where each launch can choose groups with long
; rows.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/any-groups.ll | FileCheck %t/any-groups.ll
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/observed-groups.ll | FileCheck %t/observed-groups.ll
; RUN: weft-opt -weft-passes="packetise<8..16>" %t/wide-indices.ll | FileCheck %t/wide-indices.ll

;--- any-groups.ll
; The range may be cut into groups of any shape if the kernel can't tell.
; CHECK-LABEL: define void @any_groups(
; CHECK: attributes #{{.*}} "weft-packet-width"="16"
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)
define void @any_groups(ptr addrspace(1) %a, float %n) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %row = call i32 @weft.local.id.1()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = uitofp i32 %row to float
  %a.1 = fadd float %v, %n
  %a.2 = fmul float %a.1, %v
  %a.3 = fadd float %a.2, %n
  %a.4 = fmul float %a.3, %v
  store float %a.4, ptr addrspace(1) %p
  ret void
}

;--- observed-groups.ll
; A kernel that asks for its groups can tell, and its rows may be short.
; CHECK-LABEL: define void @observed_groups(
; CHECK: attributes #{{.*}} "weft-packet-width"="8"
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)
define void @observed_groups(ptr addrspace(1) %a, float %n) "weft-kernel" "weft-observes-groups" {
  %id = call i32 @weft.local.id.0()
  %row = call i32 @weft.local.id.1()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = uitofp i32 %row to float
  %a.1 = fadd float %v, %n
  %a.2 = fmul float %a.1, %v
  %a.3 = fadd float %a.2, %n
  %a.4 = fmul float %a.3, %v
  store float %a.4, ptr addrspace(1) %p
  ret void
}

;--- wide-indices.ll
; Where ids have 64 bits there is no second code for ranges with short rows.
; CHECK-LABEL: define void @wide_indices(
; CHECK: attributes #{{.*}} "weft-packet-width"="8"
declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)
define void @wide_indices(ptr addrspace(1) %a, float %n) "weft-kernel" "weft-wide-indices" {
  %id = call i32 @weft.local.id.0()
  %row = call i32 @weft.local.id.1()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = uitofp i32 %row to float
  %a.1 = fadd float %v, %n
  %a.2 = fmul float %a.1, %v
  %a.3 = fadd float %a.2, %n
  %a.4 = fmul float %a.3, %v
  store float %a.4, ptr addrspace(1) %p
  ret void
}
