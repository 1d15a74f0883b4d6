; What rows have in common is computed once where the loops over rows are within those over packets; so they are if a
; packet has more functions of its own ids than a row.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s --check-prefix=WITHIN
; RUN: weft-opt -weft-passes="work-item-loops,unroll-and-jam" %s | FileCheck %s --check-prefix=WITHIN
; So they are in groups of one row in dimension 2, and in code for any local size.
; RUN: sed 's/"60,4,2"/"60,4,1"/' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s --check-prefix=ONE
; RUN: sed 's/"weft-local-size"="60,4,2"//' %s | weft-opt -weft-passes="work-item-loops" - \
; RUN:   | FileCheck %s --check-prefix=ANY
; rows-around-packets.ll has the kernels whose rows have the loop over packets within.
declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <16 x i1> @weft.packet.mask.16()
declare <16 x float> @_Z3expDv16_f(<16 x float>) memory(none)

; WITHIN-LABEL: define void @k(
; WITHIN: region.0.rest:
; WITHIN: br label %[[RESTS:region.0.z.*]]
; WITHIN: region.0.x:
; WITHIN: phi i32 [ 0, %region.0.packets ]
; WITHIN: br label %region.0.z
; WITHIN: region.0.x.latch:
; WITHIN: br i1 %{{.*}}, label %region.0.x, label %region.0.rest, {{.*}}!weft.packet.loop
; WITHIN: region.0.z:
; WITHIN: phi i32 [ 0, %region.0.x ]
; WITHIN: region.0.y:
; WITHIN: phi i32 [ 0, %region.0.z ]
; WITHIN: region.0.y.latch:
; WITHIN: br i1 %{{.*}}, label %region.0.y, label %region.0.z.latch, {{.*}}!weft.row.loop
; WITHIN: call <16 x float> @_Z3expDv16_f(
; WITHIN: call void @llvm.masked.store.v16f32.p1({{.*}}, <16 x i1> splat (i1 true))
; WITHIN: call <16 x float> @_Z3expDv16_f(
; WITHIN: call void @llvm.masked.store.v16f32.p1({{.*}}, <16 x i1> <i1 true, {{.*}}i1 false>)

; ONE-LABEL: define void @k(
; ONE: region.0.x:
; ONE: phi i32 [ 0, %region.0.packets ]
; ONE: region.0.y:
; ONE: phi i32 [ 0, %region.0.z ]

; A row may have no full packet, or no other.
; ANY-LABEL: define void @k(
; ANY: %[[FULL:.*]] = and i32 %[[SIZE:.*]], -16
; ANY: region.0.packets:
; ANY: %[[NONE:.*]] = icmp eq i32 %[[FULL]], 0
; ANY: br i1 %[[NONE]], label %region.0.rest, label %region.0.x
; ANY: region.0.x.done:
; ANY: %[[NO_REST:.*]] = icmp eq i32 %[[FULL]], %[[SIZE]]
; ANY: br i1 %[[NO_REST]], label %region.0.packets.done, label %region.0.rest
; ANY: call void @llvm.masked.store.v16f32.p1({{.*}}, <16 x i1> splat (i1 true))
; ANY: call void @llvm.masked.store.v16f32.p1({{.*}}, <16 x i1> %{{.*}})

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p, i32 %width) #0 {
  %x = call i32 @weft.local.id.0()
  %y = call i32 @weft.local.id.1()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %x.f = sitofp i32 %x to float
  %row.f = sitofp i32 %y to float
  %of.row = fadd float %row.f, 1.0
  %first = insertelement <16 x float> poison, float %x.f, i64 0
  %column = shufflevector <16 x float> %first, <16 x float> poison, <16 x i32> zeroinitializer
  %row.first = insertelement <16 x float> poison, float %of.row, i64 0
  %row = shufflevector <16 x float> %row.first, <16 x float> poison, <16 x i32> zeroinitializer
  %both = fadd <16 x float> %column, %row
  %weight = call <16 x float> @_Z3expDv16_f(<16 x float> %column)
  %value = fmul <16 x float> %weight, %row
  %line = mul i32 %y, %width
  %i = add i32 %line, %x
  %slot = getelementptr float, ptr addrspace(1) %p, i32 %i
  call void @llvm.masked.store.v16f32.p1(<16 x float> %value, ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}
attributes #0 = { "weft-kernel" "weft-packet-width"="16" "weft-local-size"="60,4,2" }
