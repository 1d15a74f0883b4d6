; A pointer goes one of two ways, and elements lie one behind the other on each: where all lanes take the same way they do
; so behind it, too. Not where lanes part, nor where the steps aren't the same.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
; RUN: sed 's/icmp sgt i32 %%n, 5/icmp sgt i32 %%id, 5/' %s | weft-opt -weft-passes="packetise<8>" | FileCheck %s --check-prefix=APART
; RUN: sed 's/i32, ptr addrspace(1) %%b, i32 %%id/i32, ptr addrspace(1) %%b, i32 %%reversed/' %s | weft-opt -weft-passes="packetise<8>" | FileCheck %s --check-prefix=APART
; RUN: sed '0,/br label %%join/s//br i1 %%second, label %%join, label %%other/' %s | weft-opt -weft-passes="packetise<8>" | FileCheck %s --check-prefix=APART
; CHECK-LABEL: define void @k(
; CHECK: join:
; CHECK: %[[FROM:.*]] = phi ptr addrspace(1)
; CHECK-NOT: icmp eq <8 x ptr
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p1(
; CHECK-NOT: gather
; APART-LABEL: define void @k(
; APART: gather
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %reversed = sub i32 100, %id
  %bit = and i32 %id, 1
  %second = icmp eq i32 %bit, 0
  %in.a = getelementptr i32, ptr addrspace(1) %a, i32 %id
  %in.b = getelementptr i32, ptr addrspace(1) %b, i32 %id
  %first = icmp sgt i32 %n, 5
  br i1 %first, label %one, label %other

one:
  %next = getelementptr i8, ptr addrspace(1) %in.a, i64 4
  br label %join

other:
  br label %join

join:
  %from = phi ptr addrspace(1) [ %next, %one ], [ %in.b, %other ]
  %x = load i32, ptr addrspace(1) %from, align 4
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %x, ptr addrspace(1) %q, align 4
  ret void
}
