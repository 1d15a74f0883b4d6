; Exchanges by gathers count as others do. In packets that will have code each, lanes are gathered rather than loaded one by one.
; RUN: weft-opt -weft-passes="work-item-loops,unroll-packet-loop" %s | FileCheck %s
; RUN: sed 's/"64,1,1"/"16384,1,1"/' %s | weft-opt -weft-passes="work-item-loops,unroll-packet-loop" | FileCheck %s --check-prefix=ROLLED
target triple = "spir64"

declare i32 @weft.local.id.0()
declare <16 x i1> @weft.packet.mask.16()
declare void @weft.barrier() convergent

; CHECK: br i1 false, label %{{.*}}, label %{{.*}}, !weft.scalarised
; CHECK-DAG: !{!"llvm.loop.unroll.full", i32 0}
; CHECK-DAG: !{!"weft.unroll.packets", i32 0}
; ROLLED-NOT: br i1 false
; ROLLED-NOT: weft.unroll.packets
define void @k(ptr %launch, ptr %group, ptr addrspace(3) %window, i1 %all) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
entry:
  %x = call i32 @weft.local.id.0()
  %p = getelementptr i32, ptr addrspace(3) %window, i32 %x
  %lanes = getelementptr i32, ptr addrspace(3) %p, <16 x i64> <i64 0, i64 2, i64 4, i64 6, i64 8, i64 10, i64 12, i64 14, i64 16, i64 18, i64 20, i64 22, i64 24, i64 26, i64 28, i64 30>
  br i1 %all, label %one, label %gathered, !weft.scalarised !0

one:
  %element = load i32, ptr addrspace(3) %p
  %first = insertelement <16 x i32> poison, i32 %element, i64 0
  br label %loaded

gathered:
  %together = call <16 x i32> @llvm.masked.gather.v16i32.v16p3(<16 x ptr addrspace(3)> align 4 %lanes, <16 x i1> splat (i1 true), <16 x i32> poison)
  br label %loaded

loaded:
  %a = phi <16 x i32> [ %first, %one ], [ %together, %gathered ]
  call void @weft.barrier()
  store <16 x i32> %a, ptr addrspace(3) %p, align 4
  call void @weft.barrier()
  %b = call <16 x i32> @llvm.masked.gather.v16i32.v16p3(<16 x ptr addrspace(3)> align 4 %lanes, <16 x i1> splat (i1 true), <16 x i32> poison)
  call void @weft.barrier()
  store <16 x i32> %b, ptr addrspace(3) %p, align 4
  ret void
}
!0 = !{}
