; A value that differs between work-items and can't be computed again is saved before a barrier and loaded behind it.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: %[[ARRAY:.*]] = getelementptr inbounds i8, ptr %scratch, i64
; CHECK: region.1.x:
; CHECK: %[[LINEAR_1:.*]] = add nuw nsw i64
; CHECK: %[[ELEMENT_1:.*]] = getelementptr inbounds float, ptr %[[ARRAY]], i64 %[[LINEAR_1]]
; CHECK: %[[VALUE:.*]] = load float, ptr %[[ELEMENT_1]]
; CHECK: store float %[[VALUE]], ptr addrspace(1)
; CHECK-NOT: weft.barrier()
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %id = call i32 @weft.local.id.0()
  %slot = getelementptr float, ptr addrspace(1) %p, i32 %id
  %value = load float, ptr addrspace(1) %slot
  call void @weft.barrier()
  store float %value, ptr addrspace(1) %slot
  ret void
}

attributes #0 = { "weft-kernel" }
; CHECK: attributes #{{.*}}"weft-scratch-bytes"="4"
