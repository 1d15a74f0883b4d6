; A transposition reads along dimension 0 and writes along dimension 1: its groups should be tiles. Not those of a copy, nor those of
; a sum of rows, which dimension 1 has side by side or alike; those of a kernel that samples an image at places that both dimensions
; decide, but not where one does. Nor is there a mark where the code is for rows along dimension 0.
; RUN: weft-opt -weft-passes=find-tiles %s | FileCheck %s --check-prefix=TILES
; RUN: sed 's/mul nsw i32 %%x, %%h/mul nsw i32 %%y, %%h/; s/add nsw i32 %%to.row, %%y/add nsw i32 %%to.row, %%x/' %s \
; RUN:   | weft-opt -weft-passes=find-tiles | FileCheck %s --check-prefix=ROWS
; RUN: sed 's/mul nsw i32 %%y, %%w/mul nsw i32 %%x, %%w/; s/add nsw i32 %%from.row, %%x/add nsw i32 %%from.row, %%h/' %s \
; RUN:   | weft-opt -weft-passes=find-tiles | FileCheck %s --check-prefix=ROWS
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="0,1,1"/' %s | weft-opt -weft-passes=find-tiles | FileCheck %s --check-prefix=ROWS
; RUN: sed 's/store float %%value/store float %%texel/; s/mul nsw i32 %%x, %%h/mul nsw i32 %%y, %%h/; s/add nsw i32 %%to.row, %%y/add nsw i32 %%to.row, %%x/' %s \
; RUN:   | sed 's/;;//' | weft-opt -weft-passes=find-tiles | FileCheck %s --check-prefix=TILES
; RUN: sed 's/store float %%value/store float %%texel/; s/mul nsw i32 %%x, %%h/mul nsw i32 %%y, %%h/; s/add nsw i32 %%to.row, %%y/add nsw i32 %%to.row, %%x/' %s \
; RUN:   | sed 's/;;//; s/sitofp i32 %%y/sitofp i32 %%x/' | weft-opt -weft-passes=find-tiles | FileCheck %s --check-prefix=ROWS
target triple = "spir64"

; TILES: attributes #{{.*}} "weft-prefers-tiles"
; ROWS-NOT: weft-prefers-tiles
define void @turn(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr %image, i32 %w, i32 %h, i32 %group.x, i32 %group.y) "weft-kernel" {
  %local.x = call i32 @weft.local.id.0()
  %local.y = call i32 @weft.local.id.1()
  %x = add nsw i32 %group.x, %local.x
  %y = add nsw i32 %group.y, %local.y
  %from.row = mul nsw i32 %y, %w
  %from.index = add nsw i32 %from.row, %x
  %from.offset = sext i32 %from.index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %from.offset
  %value = load float, ptr addrspace(1) %from
  ;;%u = sitofp i32 %x to float
  ;;%v = sitofp i32 %y to float
  ;;%place = insertelement <2 x float> poison, float %u, i64 0
  ;;%places = insertelement <2 x float> %place, float %v, i64 1
  ;;%texels = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr %image, i32 32, <2 x float> %places)
  ;;%texel = extractelement <4 x float> %texels, i64 0
  %to.row = mul nsw i32 %x, %h
  %to.index = add nsw i32 %to.row, %y
  %to.offset = sext i32 %to.index to i64
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %to.offset
  store float %value, ptr addrspace(1) %to
  ret void
}

declare i32 @weft.local.id.0()
declare i32 @weft.local.id.1()
declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr, i32, <2 x float>)
