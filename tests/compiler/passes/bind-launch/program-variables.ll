; The program's variables stand at their offsets from WeftLaunch::programMemory, also within constant expressions.
; RUN: weft-opt -weft-passes="bind-launch" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK-NOT: @total
; CHECK-NOT: @table
@total = internal addrspace(1) externally_initialized global i32 0, !weft.program.offset !0
@table = internal addrspace(1) externally_initialized global [4 x i32] zeroinitializer, !weft.program.offset !1

; CHECK-LABEL: define void @k(
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %launch, i64 {{[0-9]+}}
; CHECK: %[[MEMORY:.*]] = load ptr, ptr %[[SLOT]], {{.*}}!invariant.load
; CHECK-DAG: %[[TOTAL:.*]] = addrspacecast ptr %[[MEMORY]] to ptr addrspace(1)
; CHECK-DAG: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %[[MEMORY]], i64 16
; CHECK-DAG: %[[TABLE:.*]] = addrspacecast ptr %[[PLACE]] to ptr addrspace(1)
; CHECK: store i32 1, ptr addrspace(1) %[[TOTAL]]
; CHECK: %[[ELEMENT:.*]] = getelementptr {{.*}}ptr addrspace(1) %[[TABLE]]
; CHECK: store i32 2, ptr addrspace(1) %[[ELEMENT]]
define void @k() #0 {
entry:
  store i32 1, ptr addrspace(1) @total
  store i32 2, ptr addrspace(1) getelementptr ([4 x i32], ptr addrspace(1) @table, i64 0, i64 3)
  ret void
}

attributes #0 = { "weft-kernel" }
!0 = !{i64 0}
!1 = !{i64 16}
