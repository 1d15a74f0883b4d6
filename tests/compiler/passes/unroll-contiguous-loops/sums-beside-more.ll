; A sum along a row, of a kernel that does more than that: the rest is quicker on packets.
; RUN: weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 %s | FileCheck %s
; RUN: sed -e '/@expensive/d' -e 's/i32 %%first.result/i32 0/' %s | weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s --check-prefix=ALONE

; CHECK-NOT: "weft-schedule"="loops{{.*}}"
; CHECK-COUNT-17: load i32
; CHECK-NOT: "weft-schedule"="loops{{.*}}"

; ALONE: "weft-schedule"="loops{{.*}}"
declare i32 @weft.local.id.0() memory(none)
declare i32 @expensive(i32) memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %n
  %first.result = call i32 @expensive(i32 %id)
  %second.result = call i32 @expensive(i32 %first.result)
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %end

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %index = add nsw i32 %first, %i
  %place = sext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %place
  %x = load i32, ptr addrspace(1) %p, align 4
  %more = add i32 %sum, %x
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end.loop

end.loop:
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %more, ptr addrspace(1) %q, align 4
  %r = getelementptr i32, ptr addrspace(1) %q, i32 %n
  store i32 %second.result, ptr addrspace(1) %r, align 4 ; @expensive
  br label %end

end:
  ret void
}
