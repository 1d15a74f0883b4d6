; In a binary search each address depends on the element before. Twice as many lanes wait no longer, so packets are wide;
; likewise where values have few bits, as twice as many fit a register. Where each lane goes along a row of its own, packets
; stay at the usual width.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8..16\> %s | FileCheck %s --check-prefix=WIDE
; RUN: sed 's/%%place = sext i32 %%middle to/%%place = sext i32 %%along to/' %s \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8..16\> | FileCheck %s --check-prefix=USUAL
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare i32 @weft.local.id.0()

; WIDE: "weft-schedule"="{{.*}}width=16{{[ "]}}
; USUAL: "weft-schedule"="{{.*}}width=8{{[ "]}}
define void @search(ptr %launch, ptr %group, ptr addrspace(1) %sorted, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %row = mul i32 %id, %n
  br label %loop
loop:
  %low = phi i32 [ 0, %entry ], [ %low.next, %loop ]
  %width = phi i32 [ %n, %entry ], [ %half, %loop ]
  %step = phi i32 [ 0, %entry ], [ %step.next, %loop ]
  %half = lshr i32 %width, 1
  %middle = add i32 %low, %half
  %along = add nsw i32 %row, %step
  %place = sext i32 %middle to i64
  %at = getelementptr i32, ptr addrspace(1) %sorted, i64 %place
  %v = load i32, ptr addrspace(1) %at
  %less = icmp slt i32 %v, %id
  %low.next = select i1 %less, i32 %middle, i32 %low
  %step.next = add nuw nsw i32 %step, 1
  %more = icmp ugt i32 %half, 1
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %low.next, ptr addrspace(1) %to
  ret void
}
