; Each argument is read from its aligned place in the block; a local pointer is an offset into the group's memory.
; RUN: weft-opt -weft-passes="bind-launch" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define void @k(ptr noalias {{.*}}dereferenceable({{[0-9]+}}) %launch, ptr noalias {{.*}}dereferenceable({{[0-9]+}}) %group)
; CHECK: %[[ARGS:.*]] = load ptr, ptr %launch{{.*}}!invariant.load
; CHECK: %c = load i8, ptr %[[ARGS]], align 1
; CHECK: %[[V_SLOT:.*]] = getelementptr inbounds i8, ptr %[[ARGS]], i64 16
; CHECK: %v = load <3 x float>, ptr %[[V_SLOT]], align 16
; CHECK: %[[L_SLOT:.*]] = getelementptr inbounds i8, ptr %[[ARGS]], i64 32
; CHECK: %[[L_OFFSET:.*]] = load i64, ptr %[[L_SLOT]]
; CHECK: %[[MEMORY_SLOT:.*]] = getelementptr inbounds i8, ptr %group, i64 48
; CHECK: %[[MEMORY:.*]] = load ptr, ptr %[[MEMORY_SLOT]]
; CHECK: %[[ADDRESS:.*]] = getelementptr inbounds i8, ptr %[[MEMORY]], i64 %[[L_OFFSET]]
; CHECK: %l = addrspacecast ptr %[[ADDRESS]] to ptr addrspace(3)
; CHECK: %[[P_SLOT:.*]] = getelementptr inbounds i8, ptr %[[ARGS]], i64 40
; CHECK: %p = load ptr addrspace(1), ptr %[[P_SLOT]], align 8, {{.*}}!weft.buffer ![[P:[0-9]+]]
; CHECK: store i8 %c, ptr addrspace(3) %l
; CHECK: store <3 x float> %v, ptr addrspace(1) %p
define void @k(i8 %c, <3 x float> %v, ptr addrspace(3) %l, ptr addrspace(1) %p) #0 {
  store i8 %c, ptr addrspace(3) %l
  store <3 x float> %v, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" }
; CHECK: ![[P]] = !{i32 3}
