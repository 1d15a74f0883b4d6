; Kernel-scope local variables get aligned places in the group's local memory.
; RUN: weft-opt -weft-passes="bind-launch" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK-NOT: addrspace(3) global
@k.flag = internal addrspace(3) global i8 undef, align 1
@k.tile = internal addrspace(3) global [5 x <4 x float>] undef, align 16

; CHECK-LABEL: define void @k(
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %group, i64 48
; CHECK: %[[MEMORY:.*]] = load ptr, ptr %[[SLOT]]
; CHECK-DAG: %[[FLAG:.*]] = addrspacecast ptr %[[MEMORY]] to ptr addrspace(3)
; CHECK-DAG: %[[TILE_PLACE:.*]] = getelementptr inbounds i8, ptr %[[MEMORY]], i64 16
; CHECK-DAG: %[[TILE:.*]] = addrspacecast ptr %[[TILE_PLACE]] to ptr addrspace(3)
; CHECK: store i8 1, ptr addrspace(3) %[[FLAG]]
; CHECK: %[[ELEMENT:.*]] = getelementptr {{.*}}ptr addrspace(3) %[[TILE]]
; CHECK: store <4 x float> zeroinitializer, ptr addrspace(3) %[[ELEMENT]]
define void @k() #0 {
entry:
  store i8 1, ptr addrspace(3) @k.flag
  store <4 x float> zeroinitializer, ptr addrspace(3) getelementptr ([5 x <4 x float>], ptr addrspace(3) @k.tile, i64 0, i64 2)
  ret void
}

attributes #0 = { "weft-kernel" }
; CHECK: attributes #{{.*}} = { "weft-kernel" "weft-local-bytes"="128" "weft-observes-groups" }
