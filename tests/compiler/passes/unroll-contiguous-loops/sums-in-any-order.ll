; A loop that adds up integers of a row is left to LLVM, which makes vectors along the row; where packets are wanted in
; any case it takes sixteen with each trip. Sums of floats are in an order.
; RUN: weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 %s | FileCheck %s
; RUN: weft-opt --schedule=packets -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 %s | FileCheck %s --check-prefix=PACKETS
; RUN: sed -e 's/add i32 %%sum, %%x/fadd float %%sum, %%x/' -e 's/phi i32 \[ 0, %%entry \], \[ %%more/phi float [ 0.0, %%entry ], [ %%more/' -e 's/load i32/load float/' -e 's/store i32/store float/' %s \
; RUN:   | weft-opt -weft-passes=unroll-contiguous-loops --cpu=x86-64-v4 | FileCheck %s --check-prefix=FLOATS

; CHECK: define void @k({{.*}}) #[[KERNEL:.*]] {
; CHECK: load i32
; CHECK-NOT: load i32
; CHECK: attributes #[[KERNEL]] = { {{.*}}"weft-schedule"="loops{{.*}}"

; PACKETS-NOT: "weft-schedule"="loops{{.*}}"
; PACKETS-COUNT-17: load i32
; PACKETS-NOT: "weft-schedule"="loops{{.*}}"

; FLOATS-NOT: "weft-schedule"="loops{{.*}}"
; FLOATS-COUNT-17: load float
; FLOATS-NOT: "weft-schedule"="loops{{.*}}"
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %n
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
  br label %end

end:
  ret void
}
