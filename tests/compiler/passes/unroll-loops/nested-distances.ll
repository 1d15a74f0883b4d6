; Loops of barriers in each other, of which the inner one's distance begins with the outer one's, are unrolled together: here lengths
; 2, 4 and 8, of which each begins with half of it. Not where the number of lengths isn't known, nor where the inner
; distance begins with something else.
; RUN: weft-opt -weft-passes="unroll-loops<8000>" %s | FileCheck %s
; RUN: weft-opt -weft-passes="peel-power-of-two-loops,unroll-loops<8000>" %s | FileCheck %s
; RUN: sed 's/icmp sle i32 %%double, 8/icmp sle i32 %%double, %%n/' %s | weft-opt -weft-passes="unroll-loops<8000>" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/\[ %%first, %%outer/[ %%n, %%outer/' %s | weft-opt -weft-passes="unroll-loops<8000>" | FileCheck %s --check-prefix=STAYS
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK-COUNT-6: call void @weft.barrier()
; CHECK-NOT: call void @weft.barrier()
; CHECK: ret void
; STAYS-LABEL: define void @k(
; STAYS: call void @weft.barrier()
; STAYS-NOT: call void @weft.barrier()
; STAYS: ret void

declare void @weft.barrier() convergent noduplicate
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(3) %tile, i32 %n) "weft-kernel" "weft-local-size"="64,1,1" {
entry:
  %local = call i32 @weft.local.id.0()
  br label %outer

outer:
  %length = phi i32 [ 2, %entry ], [ %double, %outer.latch ]
  %first = ashr i32 %length, 1
  br label %inner

inner:
  %distance = phi i32 [ %first, %outer ], [ %half, %inner ]
  %place = xor i32 %local, %distance
  %address = getelementptr i32, ptr addrspace(3) %tile, i32 %place
  store i32 %length, ptr addrspace(3) %address
  call void @weft.barrier()
  %half = ashr i32 %distance, 1
  %again = icmp sgt i32 %half, 0
  br i1 %again, label %inner, label %outer.latch

outer.latch:
  %double = shl i32 %length, 1
  %longer = icmp sle i32 %double, 8
  br i1 %longer, label %outer, label %end

end:
  ret void
}
