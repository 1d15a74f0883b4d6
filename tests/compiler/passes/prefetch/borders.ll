; What work-items load in a loop whose last trip is for some of them is a tile's border: it isn't asked for. In a loop that
; all leave together it is, also where their counters differ, and where nobody knows. Stores are asked for in any case.
; RUN: weft-opt -weft-passes=prefetch %s | FileCheck %s --check-prefix=SOME
; RUN: sed 's/icmp ult i32 %%next, 18/icmp ult i32 %%next, 32/' %s | weft-opt -weft-passes=prefetch | FileCheck %s --check-prefix=ALL
; RUN: sed 's/icmp ult i32 %%next, 18/icmp ult i32 %%next, %%width/; s/ptr addrspace(3) %%tile)/ptr addrspace(3) %%tile, i32 %%width)/' %s | weft-opt -weft-passes=prefetch | FileCheck %s --check-prefix=ALL
; RUN: sed 's/icmp ult i32 %%next, 18/icmp ult i32 %%trip.next, 2/' %s | weft-opt -weft-passes=prefetch | FileCheck %s --check-prefix=ALL

declare i32 @weft.local.id.0()

; SOME: loop:
; SOME-NOT: llvm.prefetch
; SOME: end:
; SOME: llvm.prefetch
; SOME-NEXT: store
; ALL: loop:
; ALL: llvm.prefetch
; ALL-NEXT: load float
; ALL: end:
; ALL: llvm.prefetch
; ALL-NEXT: store
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(3) %tile) #0 {
entry:
  %id = load i64, ptr %group
  %first = shl i64 %id, 4
  %x = call i32 @weft.local.id.0()
  br label %loop

loop:
  %column = phi i32 [ %x, %entry ], [ %next, %loop ]
  %trip = phi i32 [ 0, %entry ], [ %trip.next, %loop ]
  %offset = zext i32 %column to i64
  %index = add i64 %first, %offset
  %p = getelementptr float, ptr addrspace(1) %in, i64 %index
  %v = load float, ptr addrspace(1) %p
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %offset
  store float %v, ptr addrspace(3) %place
  %next = add i32 %column, 16
  %trip.next = add i32 %trip, 1
  %more = icmp ult i32 %next, 18
  br i1 %more, label %loop, label %end

end:
  %q = getelementptr float, ptr addrspace(1) %out, i64 %first
  store float 1.0, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="16,16,1" }
