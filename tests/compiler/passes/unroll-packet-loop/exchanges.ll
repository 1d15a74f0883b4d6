; Loops over the packets of a group that exchange values through local memory are to be unrolled, where their count is known. Not
; where one region alone loads local memory, where there would be too much code, nor where a group has layers, or for
; regions that few groups run.
; RUN: weft-opt -weft-passes="work-item-loops,unroll-packet-loop" %s | FileCheck %s
; RUN: sed 's/"weft-local-size"="64,1,1"//' %s | weft-opt -weft-passes="work-item-loops,unroll-packet-loop" | FileCheck %s --check-prefix=ROLLED
; RUN: sed 's/"weft-local-size"="64,1,1"/"weft-local-size"="8192,1,1"/' %s | weft-opt -weft-passes="work-item-loops,unroll-packet-loop" \
; RUN:   | FileCheck %s --check-prefix=ROLLED
; RUN: sed 's/"weft-local-size"="64,1,1"/"weft-local-size"="16,2,2"/' %s | weft-opt -weft-passes="work-item-loops,unroll-packet-loop" \
; RUN:   | FileCheck %s --check-prefix=ROLLED
; RUN: sed 's/addrspace(3)/addrspace(1)/' %s | weft-opt -weft-passes="work-item-loops,unroll-packet-loop" | FileCheck %s --check-prefix=ROLLED
; RUN: sed 's/call void @weft.barrier()$/call void @weft.barrier() "weft-cold"/' %s | weft-opt -weft-passes="work-item-loops,unroll-packet-loop" \
; RUN:   | FileCheck %s --check-prefix=ROLLED
target triple = "spir64"

declare i32 @weft.local.id.0()
declare <16 x i1> @weft.packet.mask.16()
declare void @weft.barrier() convergent

; CHECK: br i1 {{.*}}, !llvm.loop ![[LOOP:[0-9]+]], !weft.packet.loop
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], {{.*}}![[FULL:[0-9]+]]}
; CHECK: ![[FULL]] = !{!"llvm.loop.unroll.full", i32 0}
; ROLLED-NOT: llvm.loop.unroll.full
define void @k(ptr %launch, ptr %group, ptr addrspace(3) %window) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
  %x = call i32 @weft.local.id.0()
  %p = getelementptr i32, ptr addrspace(3) %window, i32 %x
  %q = getelementptr i32, ptr addrspace(3) %p, i32 1
  %a = load <16 x i32>, ptr addrspace(3) %q, align 4
  call void @weft.barrier()
  store <16 x i32> %a, ptr addrspace(3) %p, align 4
  call void @weft.barrier()
  %b = load <16 x i32>, ptr addrspace(3) %q, align 4
  call void @weft.barrier()
  store <16 x i32> %b, ptr addrspace(3) %p, align 4
  ret void
}
