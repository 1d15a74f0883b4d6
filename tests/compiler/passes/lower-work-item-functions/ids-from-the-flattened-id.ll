; Where packets follow the flattened id, local ids are its quotients and remainders, computed in float; with rows of
; whole packets x is where the packet begins plus the lane.
; RUN: weft-opt -weft-passes="lower-work-item-functions" %s | FileCheck %s
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="16,4,1"/' %s | weft-opt -weft-passes="lower-work-item-functions" - | FileCheck --check-prefix=ROWS %s
; RUN: sed 's/"weft-kernel"/"weft-kernel" "weft-local-size"="20,1,1"/' %s | weft-opt -weft-passes="lower-work-item-functions" - | FileCheck --check-prefix=LINE %s

declare spir_func i64 @_Z12get_local_idj(i32)

; CHECK-LABEL: define void @k(
; CHECK: %[[RECIPROCAL:.*]] = fdiv float 1.000000e+00
; CHECK: %[[FLAT:.*]] = call i32 @weft.local.id.0()
; CHECK: %[[NUMBER:.*]] = sitofp i32 %[[FLAT]] to float
; CHECK: %[[HALF:.*]] = fadd float %[[NUMBER]], 5.000000e-01
; CHECK: %[[QUOTIENT:.*]] = fmul float %[[HALF]], %[[RECIPROCAL]]
; CHECK: %[[ROW:.*]] = fptosi float %[[QUOTIENT]] to i32
; CHECK: %[[BEFORE:.*]] = mul nuw nsw i32 %[[ROW]],
; CHECK: %local.id.0 = sub nuw nsw i32 %[[FLAT]], %[[BEFORE]]

; ROWS-LABEL: define void @k(
; ROWS: %[[PACKET:.*]] = call i32 @weft.sub.group.id()
; ROWS: %[[FIRST:.*]] = mul nuw nsw i32 %[[PACKET]], 8
; ROWS: %[[ROW:.*]] = udiv i32 %[[FIRST]], 16
; ROWS: %[[LANE:.*]] = call i32 @weft.lane.id()
; ROWS: %local.id.0 = add nuw nsw i32 %{{.*}}, %[[LANE]]

; LINE-LABEL: define void @k(
; LINE: %[[FLAT:.*]] = call i32 @weft.local.id.0()
; LINE: %[[X:.*]] = zext nneg i32 %[[FLAT]] to i64
; LINE: store i64 %[[X]], ptr addrspace(1) %p
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  store i64 %x, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" "weft-sub-groups" "weft-sub-group-size"="8" }
