; A loop that work-items leave by what they find on stacks of their own. Without scatters of a packet, each trip would wait
; for the lanes' stores one by one, and for the loads behind them: it stays one of single work-items. With scatters it
; takes less time on packets.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes="structurise,packetise<8;if-quicker>" -pass-remarks-missed=packetise %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ALONE
; RUN: weft-opt --cpu=skylake-avx512 -weft-passes="structurise,packetise<16;if-quicker>" %s | FileCheck %s --check-prefix=PACKETS
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare i32 @weft.local.id.0()

; ALONE: not on packets: loops are estimated to be faster
; ALONE-NOT: <8 x
; PACKETS: "weft-packet-width"="16"
define void @halve(ptr addrspace(1) %data, ptr addrspace(1) %out) "weft-kernel" {
entry:
  %stack = alloca [32 x i32], align 4
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %data, i64 %place
  %first = load i32, ptr addrspace(1) %from
  store i32 %first, ptr %stack
  br label %loop
loop:
  %depth = phi i32 [ 1, %entry ], [ %next, %again ]
  %sum = phi i32 [ 0, %entry ], [ %more, %again ]
  %goes = icmp sgt i32 %depth, 0
  br i1 %goes, label %look, label %done
look:
  %below = add nsw i32 %depth, -1
  %top = zext nneg i32 %below to i64
  %last = getelementptr inbounds i32, ptr %stack, i64 %top
  %number = load i32, ptr %last
  %more = add i32 %sum, %number
  %large = icmp ugt i32 %number, 3
  br i1 %large, label %push, label %again
push:
  %half = lshr i32 %number, 1
  store i32 %half, ptr %last
  %free = zext nneg i32 %depth to i64
  %behind = getelementptr inbounds i32, ptr %stack, i64 %free
  %rest = sub i32 %number, %half
  store i32 %rest, ptr %behind
  %above = add nsw i32 %depth, 1
  br label %again
again:
  %next = phi i32 [ %above, %push ], [ %below, %look ]
  br label %loop
done:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %place
  store i32 %sum, ptr addrspace(1) %to
  ret void
}
