; All lanes of a packet are work-items if the local size is known to be a multiple of its width; otherwise those below it.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
; RUN: sed 's/"64,4,1"/"60,4,1"/' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s --check-prefix=SOME
; RUN: sed 's/"weft-local-size"="64,4,1"//' %s | weft-opt -weft-passes="work-item-loops" - | FileCheck %s --check-prefix=SOME
declare i32 @weft.local.id.0()
declare <16 x i1> @weft.packet.mask.16()
; CHECK-LABEL: define void @k(
; CHECK-NOT: icmp ult <16 x i32>
; CHECK: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> splat (i1 true))
; SOME-LABEL: define void @k(
; SOME: %[[MASK:.*]] = icmp ult <16 x i32>
; SOME: call void @llvm.masked.store.v16i32.p1({{.*}}, <16 x i1> %[[MASK]])
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %id = call i32 @weft.local.id.0()
  %mask = call <16 x i1> @weft.packet.mask.16()
  %slot = getelementptr i32, ptr addrspace(1) %p, i32 %id
  call void @llvm.masked.store.v16i32.p1(<16 x i32> splat (i32 7), ptr addrspace(1) align 4 %slot, <16 x i1> %mask)
  ret void
}
attributes #0 = { "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,4,1" }
