; Behind a comparison that holds for one work-item of a packet at most, each access is a scalar one at that lane's place, which the
; mask tells. What comes behind a loop that lanes leave one by one is run by all of them, and so is the other way of the branch.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="packetise<8>" %t/branch.ll | FileCheck %t/branch.ll
; RUN: weft-opt -weft-passes="packetise<8>" %t/loop.ll | FileCheck %t/loop.ll
; RUN: sed 's/icmp eq i32 %%id, %%n/icmp ule i32 %%id, %%n/' %t/branch.ll | weft-opt -weft-passes="packetise<8>" | FileCheck %t/branch.ll --check-prefix=MORE
; RUN: sed 's/icmp eq i32 %%id, %%n/icmp ne i32 %%id, %%n/' %t/branch.ll | weft-opt -weft-passes="packetise<8>" | FileCheck %t/branch.ll --check-prefix=MORE
; RUN: sed 's/icmp eq i32 %%id, %%n/icmp eq i32 %%v, %%n/' %t/branch.ll | weft-opt -weft-passes="packetise<8>" | FileCheck %t/branch.ll --check-prefix=MORE
;--- branch.ll
target triple = "spir64"
declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %[[LANE:.*]] = call i8 @llvm.cttz.i8(
; CHECK: %[[WIDE:.*]] = zext i8 %[[LANE]] to i64
; CHECK: extractelement <8 x i32> %v.lanes, i64 %[[WIDE]]
; CHECK: load i32, ptr addrspace(1) %
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %
; CHECK-NOT: {{gather|scatter}}
; CHECK: ret void
; MORE-LABEL: define void @k(
; MORE: call <8 x i32> @llvm.masked.gather
; MORE: call void @llvm.masked.scatter
; MORE: ret void
define void @k(ptr addrspace(3) %t, ptr addrspace(1) %a, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %v.wide = sext i32 %v to i64
  %alone = icmp eq i32 %id, %n
  br i1 %alone, label %one, label %end

one:
  %other = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %v.wide
  %w = load i32, ptr addrspace(1) %other
  %to = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %v.wide
  store i32 %w, ptr addrspace(3) %to
  br label %end

end:
  ret void
}

;--- loop.ll
target triple = "spir64"
declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @behind(
; CHECK: load i32, ptr addrspace(1) %
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
define void @behind(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %v.wide = sext i32 %v to i64
  %place = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %v.wide
  %to = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %v.wide
  br label %loop

loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %isTurn = icmp eq i32 %id, %j
  br i1 %isTurn, label %turn, label %latch

turn:
  %w = load i32, ptr addrspace(1) %place
  br label %latch

latch:
  %kept = phi i32 [ %w, %turn ], [ 0, %loop ]
  %next = add nuw nsw i32 %j, 1
  br i1 %isTurn, label %out, label %loop

out:
  %u = load i32, ptr addrspace(1) %place
  %sum = add i32 %u, %kept
  store i32 %sum, ptr addrspace(1) %to
  ret void
}
