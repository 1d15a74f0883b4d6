; A switch without a way to its default is branches to its cases alone: a loop whose body says by a number how it ends leaves
; nothing that can't be run.
; RUN: weft-opt -weft-passes=structurise %s | FileCheck %s

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK-NOT: switch
; CHECK-NOT: unreachable
; CHECK: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %n) #0 {
entry:
  %x = call i32 @weft.local.id.0()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %v = load i32, ptr addrspace(1) %p
  %ends = icmp eq i32 %v, %x
  br i1 %ends, label %latch, label %goes.on
goes.on:
  store i32 %x, ptr addrspace(1) %p
  br label %latch
latch:
  %how = phi i32 [ 3, %loop ], [ 0, %goes.on ]
  %next = add i32 %i, 1
  switch i32 %how, label %never [ i32 0, label %loop
                                  i32 3, label %done ]
never:
  unreachable
done:
  ret void
}

attributes #0 = { "weft-kernel" }
