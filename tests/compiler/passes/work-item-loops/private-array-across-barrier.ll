; A private variable whose contents outlive a barrier has an element in scratch for each work-item.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare i32 @weft.local.id.0()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK-NOT: alloca
; CHECK: region.0.x:
; CHECK: %[[BEFORE:.*]] = getelementptr inbounds [16 x i8], ptr %[[ARRAY:.*]], i64 %linear
; CHECK: %{{.*}} = getelementptr i32, ptr %[[BEFORE]], i32 %{{.*}}
; CHECK: region.1.x:
; CHECK: %[[BEHIND:.*]] = getelementptr inbounds [16 x i8], ptr %[[ARRAY]], i64 %linear
; CHECK: load i32, ptr %[[BEHIND]]
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p, i32 %i) #0 {
  %array = alloca [4 x i32], align 4
  %id = call i32 @weft.local.id.0()
  %element = getelementptr i32, ptr %array, i32 %i
  store i32 %id, ptr %element
  call void @weft.barrier()
  %value = load i32, ptr %array
  %slot = getelementptr i32, ptr addrspace(1) %p, i32 %id
  store i32 %value, ptr addrspace(1) %slot
  ret void
}

attributes #0 = { "weft-kernel" }
; CHECK: "weft-scratch-bytes"="16"
