; A short expression of ids is computed in each region; nothing is saved.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK-NOT: load ptr, {{.*}}scratch
; CHECK: region.1.x:
; CHECK-NEXT: %[[X:.*]] = phi i32
; CHECK: %[[ID:.*]] = add nuw nsw i32 %[[X]], %base
; CHECK: %[[SLOT:.*]] = getelementptr i32, ptr addrspace(1) %p, i32 %[[ID]]
; CHECK: store i32 2, ptr addrspace(1) %[[SLOT]]
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p, i32 %base) #0 {
  %local = call i32 @weft.local.id.0()
  %id = add nuw nsw i32 %local, %base
  %slot = getelementptr i32, ptr addrspace(1) %p, i32 %id
  store i32 1, ptr addrspace(1) %slot
  call void @weft.barrier()
  store i32 2, ptr addrspace(1) %slot
  ret void
}

attributes #0 = { "weft-kernel" }
; CHECK: "weft-scratch-bytes"="0"
