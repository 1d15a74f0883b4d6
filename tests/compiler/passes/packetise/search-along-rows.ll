; A loop that work-items leave by what they find along their rows stays one of single work-items: each gather of a packet
; would wait for the mask that the last one made. Down columns, and where the next place is
; chosen by what the last one held, which a CPU can't foretell, it is quicker on packets.
; RUN: weft-opt -weft-passes="structurise,packetise<8;if-quicker>" -pass-remarks-missed=packetise %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ROW
; RUN: sed 's/ = mul i32 %id, %n$/ = add i32 %id, 0/; s/add nsw i32 %origin, %j$/add nsw i32 %origin, %j.rows/' %s \
; RUN:   | weft-opt -weft-passes="structurise,packetise<8;if-quicker>" | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/%next = add nuw nsw i32 %j, 1$/%next = select i1 %less, i32 %further, i32 %v/' %s \
; RUN:   | weft-opt -weft-passes="structurise,packetise<8;if-quicker>" | FileCheck %s --check-prefix=PACKETS
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare i32 @weft.local.id.0()

; ROW: not on packets: loops are estimated to be faster
; ROW-NOT: <8 x
; PACKETS: "weft-packet-width"="8"
define void @find(ptr addrspace(1) %data, ptr addrspace(1) %out, i32 %wanted, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %origin = mul i32 %id, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %more ]
  %j.rows = mul nsw i32 %j, %n
  %goes = icmp slt i32 %j, %n
  br i1 %goes, label %look, label %done
look:
  %index = add nsw i32 %origin, %j
  %place = sext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %place
  %v = load i32, ptr addrspace(1) %at
  %found = icmp eq i32 %v, %wanted
  br i1 %found, label %done, label %more
more:
  %less = icmp slt i32 %v, %wanted
  %further = shl i32 %j, 1
  %next = add nuw nsw i32 %j, 1
  br label %loop
done:
  %result = phi i32 [ -1, %loop ], [ %j, %look ]
  %id.wide = sext i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id.wide
  store i32 %result, ptr addrspace(1) %to
  ret void
}
