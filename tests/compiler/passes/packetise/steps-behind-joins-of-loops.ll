; The same where lanes part within one of the ways and meet again: a pointer that an inner loop moves on, which may not run,
; stores one element behind the other in each of its trips, whatever some of the lanes do besides.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
; Not where lanes leave that loop apart.
; RUN: sed 's/icmp slt i32 %%j.next, %%n/icmp slt i32 %%j.next, %%id/' %s | weft-opt -weft-passes="packetise<8>" | FileCheck %s --check-prefix=APART
; CHECK-LABEL: define void @k(
; CHECK: call void @llvm.masked.store.v8i32.p1(
; CHECK-NOT: scatter
; APART-LABEL: define void @k(
; APART: scatter
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %out, i32 %n, i32 %m, i64 %pitch) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %bit = and i32 %id, 1
  %odd = icmp ne i32 %bit, 0
  %from = getelementptr i32, ptr addrspace(1) %a, i32 %id
  %first = getelementptr i32, ptr addrspace(1) %out, i32 %id
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
  %at.outer = phi ptr addrspace(1) [ %first, %entry ], [ %behind, %outer.latch ]
  %some = icmp sgt i32 %n, %i
  br i1 %some, label %before, label %outer.latch

before:
  br label %inner

inner:
  %j = phi i32 [ 0, %before ], [ %j.next, %inner.latch ]
  %at = phi ptr addrspace(1) [ %at.outer, %before ], [ %next, %inner.latch ]
  br i1 %odd, label %load, label %inner.latch

load:
  %x = load i32, ptr addrspace(1) %from, align 4
  br label %inner.latch

inner.latch:
  %value = phi i32 [ 0, %inner ], [ %x, %load ]
  store i32 %value, ptr addrspace(1) %at, align 4
  %next = getelementptr i32, ptr addrspace(1) %at, i64 %pitch
  %j.next = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %j.next, %n
  br i1 %more, label %inner, label %inner.done

inner.done:
  %end = phi ptr addrspace(1) [ %next, %inner.latch ]
  br label %outer.latch

outer.latch:
  %behind = phi ptr addrspace(1) [ %at.outer, %outer ], [ %end, %inner.done ]
  %i.next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %i.next, %m
  br i1 %again, label %outer, label %done

done:
  ret void
}
