; The loop over packets lies within those over rows where rows have nothing in common that is worth keeping, or have as
; much that only they decide. Each kernel differs in one thing from one whose packets have a function of their columns,
; as in functions-of-columns.ll, and loops over rows within.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="work-item-loops" %t/one-row.ll | FileCheck %t/one-row.ll
; RUN: weft-opt -weft-passes="work-item-loops" %t/one-packet.ll | FileCheck %t/one-packet.ll
; RUN: weft-opt -weft-passes="work-item-loops" %t/function-of-both.ll | FileCheck %t/function-of-both.ll
; RUN: weft-opt -weft-passes="work-item-loops" %t/instruction.ll | FileCheck %t/instruction.ll
; RUN: weft-opt -weft-passes="work-item-loops" %t/function-of-rows.ll | FileCheck %t/function-of-rows.ll

;--- one-row.ll
; A function of a column is computed once anyway where a group is one row.
; CHECK-LABEL: define void @stays_within_for_one_row(
; CHECK-NOT: packets:
; CHECK: region.0.x:
; CHECK-NEXT: phi i32 [ 0, %region.0.y ]
; CHECK-NOT: packets:
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <16 x i1> @weft.packet.mask.16()
declare <16 x float> @_Z3expDv16_f(<16 x float>) memory(none)
define void @stays_within_for_one_row(ptr %launch, ptr %group, ptr addrspace(1) %p) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="60,1,1" {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %x.f = sitofp i32 %x to float
  %y.f = sitofp i32 %y to float
  %column = insertelement <16 x float> poison, float %x.f, i64 0
  %row = insertelement <16 x float> poison, float %y.f, i64 0
  %weight = call <16 x float> @_Z3expDv16_f(<16 x float> %column)
  %value = fmul <16 x float> %weight, %row
  %i = add i32 %y, %x
  %slot = getelementptr float, ptr addrspace(1) %p, i32 %i
  call void @llvm.masked.store.v16f32.p1(<16 x float> %value, ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}

;--- one-packet.ll
; A row of one packet has no loop over packets that could be around that over rows.
; CHECK-LABEL: define void @stays_within_for_one_packet(
; CHECK-NOT: packets:
; CHECK: region.0.x:
; CHECK-NEXT: phi i32 [ 0, %region.0.y ]
; CHECK-NOT: packets:
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <16 x i1> @weft.packet.mask.16()
declare <16 x float> @_Z3expDv16_f(<16 x float>) memory(none)
define void @stays_within_for_one_packet(ptr %launch, ptr %group, ptr addrspace(1) %p) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="16,4,2" {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %x.f = sitofp i32 %x to float
  %y.f = sitofp i32 %y to float
  %column = insertelement <16 x float> poison, float %x.f, i64 0
  %row = insertelement <16 x float> poison, float %y.f, i64 0
  %weight = call <16 x float> @_Z3expDv16_f(<16 x float> %column)
  %value = fmul <16 x float> %weight, %row
  %i = add i32 %y, %x
  %slot = getelementptr float, ptr addrspace(1) %p, i32 %i
  call void @llvm.masked.store.v16f32.p1(<16 x float> %value, ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}

;--- function-of-both.ll
; What the row decides as well differs from row to row.
; CHECK-LABEL: define void @stays_within_for_a_function_of_both(
; CHECK-NOT: packets:
; CHECK: region.0.x:
; CHECK-NEXT: phi i32 [ 0, %region.0.y ]
; CHECK-NOT: packets:
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <16 x i1> @weft.packet.mask.16()
declare <16 x float> @_Z3expDv16_f(<16 x float>) memory(none)
define void @stays_within_for_a_function_of_both(ptr %launch, ptr %group, ptr addrspace(1) %p) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="60,4,2" {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %x.f = sitofp i32 %x to float
  %y.f = sitofp i32 %y to float
  %column = insertelement <16 x float> poison, float %x.f, i64 0
  %row = insertelement <16 x float> poison, float %y.f, i64 0
  %both = fadd <16 x float> %column, %row
  %weight = call <16 x float> @_Z3expDv16_f(<16 x float> %both)
  %value = fmul <16 x float> %weight, %row
  %i = add i32 %y, %x
  %slot = getelementptr float, ptr addrspace(1) %p, i32 %i
  call void @llvm.masked.store.v16f32.p1(<16 x float> %value, ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}

;--- instruction.ll
; What is an instruction or two of its own, and no call, is computed again as quickly as it is kept.
; CHECK-LABEL: define void @stays_within_for_an_instruction(
; CHECK-NOT: packets:
; CHECK: region.0.x:
; CHECK-NEXT: phi i32 [ 0, %region.0.y ]
; CHECK-NOT: packets:
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <16 x i1> @weft.packet.mask.16()
define void @stays_within_for_an_instruction(ptr %launch, ptr %group, ptr addrspace(1) %p) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="60,4,2" {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %x.f = sitofp i32 %x to float
  %y.f = sitofp i32 %y to float
  %column = insertelement <16 x float> poison, float %x.f, i64 0
  %row = insertelement <16 x float> poison, float %y.f, i64 0
  %weight = call <16 x float> @llvm.fabs.v16f32(<16 x float> %column)
  %value = fmul <16 x float> %weight, %row
  %i = add i32 %y, %x
  %slot = getelementptr float, ptr addrspace(1) %p, i32 %i
  call void @llvm.masked.store.v16f32.p1(<16 x float> %value, ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}

;--- function-of-rows.ll
; A function of the row is computed once for each row if the loop over packets is within.
; CHECK-LABEL: define void @stays_within_for_a_function_of_rows(
; CHECK-NOT: packets:
; CHECK: region.0.x:
; CHECK-NEXT: phi i32 [ 0, %region.0.y ]
; CHECK-NOT: packets:
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <16 x i1> @weft.packet.mask.16()
declare <16 x float> @_Z3expDv16_f(<16 x float>) memory(none)
declare float @_Z3expf(float) memory(none)
define void @stays_within_for_a_function_of_rows(ptr %launch, ptr %group, ptr addrspace(1) %p) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="60,4,2" {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %x.f = sitofp i32 %x to float
  %y.f = sitofp i32 %y to float
  %of.row = call float @_Z3expf(float %y.f)
  %column = insertelement <16 x float> poison, float %x.f, i64 0
  %row = insertelement <16 x float> poison, float %of.row, i64 0
  %weight = call <16 x float> @_Z3expDv16_f(<16 x float> %column)
  %value = fmul <16 x float> %weight, %row
  %i = add i32 %y, %x
  %slot = getelementptr float, ptr addrspace(1) %p, i32 %i
  call void @llvm.masked.store.v16f32.p1(<16 x float> %value, ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}
