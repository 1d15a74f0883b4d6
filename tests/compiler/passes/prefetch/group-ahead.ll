; A load whose value goes to local memory, by way of a guard or not, is preceded by a prefetch of what the group two further
; loads there; so is a store, where there is such a load. Groups with few rows read few streams: with AVX-512 nothing changes.
; RUN: weft-opt -weft-passes=prefetch %s | FileCheck %s
; RUN: sed 's/"weft-local-size"="8,8,1"/"weft-local-size"="64,1,1"/' %s | weft-opt -weft-passes=prefetch --cpu=x86-64-v3 \
; RUN:   | FileCheck %s
; RUN: sed 's/"weft-local-size"="8,8,1"/"weft-local-size"="64,1,1"/' %s | weft-opt -weft-passes=prefetch --cpu=x86-64-v4 \
; RUN:   | FileCheck %s --check-prefix=ROW
; RUN: sed 's/store float %%v,/%%w = select i1 %%c, float %%v, float 0.0\n  store float %%w,/' %s | weft-opt -weft-passes=prefetch \
; RUN:   | FileCheck %s
; RUN: sed 's/store float %%v,/%%w = fadd float %%v, 1.0\n  store float %%w,/' %s | weft-opt -weft-passes=prefetch \
; RUN:   | FileCheck %s --check-prefix=ROW

; CHECK-LABEL: define void @k(
; CHECK: %[[AHEAD:.*]] = add i64 %id, 2
; CHECK: %[[FIRST:.*]] = shl i64 %[[AHEAD]], 3
; CHECK: %[[ADDRESS:.*]] = getelementptr float, ptr addrspace(1) %in, i64 %[[FIRST]]
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %[[ADDRESS]], i32 0, i32 2, i32 1)
; CHECK: load float, ptr addrspace(1) %p
; CHECK: %[[TO:[0-9]+]] = getelementptr float, ptr addrspace(1) %out, i64 %{{.*}}
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %[[TO]], i32 0, i32 2, i32 1)
; CHECK: store float 1.0{{.*}}, ptr addrspace(1)
; ROW-NOT: llvm.prefetch
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(3) %tile, i1 %c) #0 {
  %id = load i64, ptr %group
  %first = shl i64 %id, 3
  %p = getelementptr float, ptr addrspace(1) %in, i64 %first
  %v = load float, ptr addrspace(1) %p
  store float %v, ptr addrspace(3) %tile
  %q = getelementptr float, ptr addrspace(1) %out, i64 %first
  store float 1.0, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="8,8,1" }
