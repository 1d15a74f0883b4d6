; Packets that exchange values stay in loops where some of them do so in a loop, whose values are in memory; those that only
; store there don't matter.
; RUN: weft-opt -weft-passes="work-item-loops,unroll-packet-loop" %s | FileCheck %s --check-prefix=ROLLED
; RUN: sed '/%inner = load/d; s/<16 x i32> %inner,/<16 x i32> zeroinitializer,/' %s | weft-opt -weft-passes="work-item-loops,unroll-packet-loop" | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()
declare <16 x i1> @weft.packet.mask.16()
declare void @weft.barrier() convergent

; CHECK: llvm.loop.unroll.full
; ROLLED-NOT: llvm.loop.unroll.full
define void @k(ptr %launch, ptr %group, ptr addrspace(3) %window, i32 %count) "weft-kernel" "weft-packet-width"="16" "weft-local-size"="64,1,1" {
entry:
  %x = call i32 @weft.local.id.0()
  %p = getelementptr i32, ptr addrspace(3) %window, i32 %x
  %q = getelementptr i32, ptr addrspace(3) %p, i32 1
  %a = load <16 x i32>, ptr addrspace(3) %q, align 4
  call void @weft.barrier()
  store <16 x i32> %a, ptr addrspace(3) %p, align 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @weft.barrier()
  %inner = load <16 x i32>, ptr addrspace(3) %q, align 4
  call void @weft.barrier()
  store <16 x i32> %inner, ptr addrspace(3) %p, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end

end:
  call void @weft.barrier()
  %b = load <16 x i32>, ptr addrspace(3) %q, align 4
  call void @weft.barrier()
  store <16 x i32> %b, ptr addrspace(3) %p, align 4
  ret void
}
