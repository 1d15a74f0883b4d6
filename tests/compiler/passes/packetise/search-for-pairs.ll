; Each work-item searches its row for two neighbouring elements. The second element is loaded only where the first one fits,
; so the loop's exit is known where several paths join; its address doesn't depend on what was loaded. A CPU that runs
; work-items one by one foretells the branches, so packets, which wait for each mask, are slower.
; RUN: weft-opt -weft-passes="structurise,packetise<8;if-quicker>" -pass-remarks-missed=packetise %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK: not on packets: loops are estimated to be faster
; CHECK-NOT: <8 x
define void @find(ptr addrspace(1) %data, ptr addrspace(1) %out, i32 %first, i32 %second, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %origin = mul i32 %id, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %more ]
  %goes = icmp slt i32 %j, %n
  br i1 %goes, label %look, label %done
look:
  %index = add nsw i32 %origin, %j
  %place = sext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %place
  %v = load i32, ptr addrspace(1) %at
  %fits = icmp eq i32 %v, %first
  br i1 %fits, label %again, label %more
again:
  %beside = getelementptr i32, ptr addrspace(1) %at, i64 1
  %w = load i32, ptr addrspace(1) %beside
  %found = icmp eq i32 %w, %second
  br i1 %found, label %done, label %more
more:
  %next = add nuw nsw i32 %j, 1
  br label %loop
done:
  %result = phi i32 [ -1, %loop ], [ %j, %again ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %result, ptr addrspace(1) %to
  ret void
}
