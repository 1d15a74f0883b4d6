; An image is the address of its descriptor, whose format stands at the load where it is known; a sampler is a number,
; a constant where it is known.
; RUN: weft-opt -weft-passes="bind-launch" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: %a = load ptr addrspace(2), ptr %{{.*}}, align 8, {{.*}}!nonnull {{.*}}!dereferenceable ![[SIZE:[0-9]+]]{{.*}}!weft.image ![[FORMAT:[0-9]+]]
; CHECK: %b = load ptr addrspace(2), {{.*}}!weft.image ![[UNKNOWN:[0-9]+]]
; CHECK: %[[T_SLOT:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 20
; CHECK: %t = load i32, ptr %[[T_SLOT]], align 4
; CHECK: call void @use(ptr addrspace(2) %a, ptr addrspace(2) %b, i32 39, i32 %t)
; CHECK-DAG: ![[SIZE]] = !{i64 64}
; CHECK-DAG: ![[FORMAT]] = !{i32 280301790}
; CHECK-DAG: ![[UNKNOWN]] = !{i32 0}
define void @k(ptr addrspace(2) "weft-image" %a, ptr addrspace(2) "weft-image" %b, i32 "weft-sampler" %s, i32 "weft-sampler" %t) #0 {
  call void @use(ptr addrspace(2) %a, ptr addrspace(2) %b, i32 %s, i32 %t)
  ret void
}

declare void @use(ptr addrspace(2), ptr addrspace(2), i32, i32)

attributes #0 = { "weft-kernel" "weft-argument-constants"="0=280301790,2=39" }
