; What the group loads from one place before it has written anything is loaded once, and what is made of it and of ids is
; computed again in each region. Not a volatile load, nor one behind a store.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
; RUN: sed 's/load i32/load volatile i32/' %s | weft-opt -weft-passes="work-item-loops" | FileCheck %s --check-prefix=EACH
; RUN: sed 's/; STORE//' %s | weft-opt -weft-passes="work-item-loops" | FileCheck %s --check-prefix=EACH

declare i32 @weft.local.id.0()
declare void @weft.barrier()
declare void @llvm.experimental.noalias.scope.decl(metadata)

; CHECK-LABEL: define void @k(
; CHECK: %count = load i32, ptr addrspace(1) %p
; CHECK-NOT: load i32, ptr addrspace(1)
; CHECK: region.0
; CHECK: region.1.x:
; CHECK: icmp ult i32 %{{.*}}, %count
; CHECK: "weft-scratch-bytes"="0"
; EACH: region.0
; EACH: load {{(volatile )?}}i32, ptr addrspace(1) %p
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p, ptr addrspace(1) %out) #0 {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  ; STORE store i32 0, ptr addrspace(1) %out
  %count = load i32, ptr addrspace(1) %p
  %local = call i32 @weft.local.id.0()
  %runs = icmp ult i32 %local, %count
  %place = getelementptr i8, ptr addrspace(1) %out, i32 %local
  store i1 %runs, ptr addrspace(1) %place
  call void @weft.barrier()
  store i1 %runs, ptr addrspace(1) %place
  ret void
}

attributes #0 = { "weft-kernel" }
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
