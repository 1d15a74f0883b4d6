; In a kernel that isn't short, packets that aren't full share the regions' copies with the others, and all have masks.
; RUN: sed 's/"SIZE"/"60,4,1"/' %s | weft-opt -weft-passes="work-item-loops<5>" - | FileCheck %s
; RUN: sed 's/"weft-local-size"="SIZE"//' %s | weft-opt -weft-passes="work-item-loops<5>" - | FileCheck %s
; So it is with a region that few groups run, in a short kernel as well.
; RUN: sed 's/"SIZE"/"60,4,1"/; s/^  call void @weft.barrier()/& "weft-cold"/' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s
; RUN: sed 's/"SIZE"/"60,4,1"/' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s --check-prefix=SHORT
; RUN: sed 's/"SIZE"/"7,4,1"/' %s | weft-opt -weft-passes="work-item-loops<5>" - | FileCheck %s --check-prefix=NARROW
declare i32 @weft.local.id.0()
declare <16 x i1> @weft.packet.mask.16()
declare void @weft.barrier()

; CHECK-LABEL: define void @k(
; CHECK: region.1.x:
; CHECK: %[[MASK:.*]] = icmp ult <16 x i32>
; CHECK-COUNT-1: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> %[[MASK]])
; CHECK-NOT: call void @llvm.masked.store
; SHORT-LABEL: define void @k(
; SHORT-COUNT-2: call void @llvm.masked.store
; NARROW-LABEL: define void @k(
; NARROW-NOT: icmp ult <16 x i32>
; NARROW-COUNT-1: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, {{(i1 false, )*}}i1 false>)
; NARROW-NOT: call void @llvm.masked.store
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %id = call i32 @weft.local.id.0()
  store i32 1, ptr addrspace(1) %p
  call void @weft.barrier()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %slot = getelementptr i32, ptr addrspace(1) %p, i32 %id
  call void @llvm.masked.store.v16i32.p1(<16 x i32> splat (i32 7), ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}
attributes #0 = { "weft-kernel" "weft-packet-width"="16" "weft-local-size"="SIZE" }
