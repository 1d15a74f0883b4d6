; Windows that reach into those of the neighbours, as pooling has: a loop through elements that are two apart from one
; work-item to the next is none along a row of its own, so it isn't left to LLVM's vectors along rows.
; RUN: weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 %s | FileCheck %s
; RUN: sed 's/mul nsw i32 %%id, 2/mul nsw i32 %%id, %%n/' %s | weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s --check-prefix=ROWS
; Nor is it looked at what few groups run, nor at what only some trips access.
; RUN: sed 's/mul nsw i32 %%id, 2/mul nsw i32 %%id, %%n/; s/^entry:/&\n  call void @weft.barrier() "weft-cold"/' %s | weft-opt --schedule=packets -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s
; RUN: sed 's/mul nsw i32 %%id, 2/mul nsw i32 %%id, %%n/; s/br label %%access/br i1 %%odd, label %%access, label %%latch/; s/phi i32 \[ %%x, %%access \]/&, [ 0, %%loop ]/' %s \
; RUN:   | weft-opt --schedule=packets -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s
; CHECK-NOT: weft-schedule"="loops
; CHECK: load i32
; CHECK-NOT: load i32
; CHECK-NOT: weft-schedule"="loops
; ROWS: "weft-schedule"="loops{{.*}}"
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent noduplicate

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, 2
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %index = add nsw i32 %first, %i
  %bit = and i32 %i, 1
  %odd = icmp ne i32 %bit, 0
  br label %access

access:
  %place = sext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %place
  %x = load i32, ptr addrspace(1) %p, align 4
  br label %latch

latch:
  %value = phi i32 [ %x, %access ]
  %more = add i32 %sum, %value
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %more, ptr addrspace(1) %q, align 4
  ret void
}
