; A loop with a break in it has one exit afterwards, a switch is branches, and the kernel returns in one place.
; RUN: weft-opt -weft-passes=structurise %s | FileCheck %s
; RUN: weft-opt -weft-passes=structurise %s | FileCheck %s --check-prefix=RETURN

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK-NOT: switch
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %loop.exit.guard
; CHECK: loop.exit.guard:
; RETURN-COUNT-1: ret void
; RETURN-NOT: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %n) #0 {
entry:
  %x = call i32 @weft.local.id.0()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %v = load i32, ptr addrspace(1) %p
  switch i32 %v, label %latch [ i32 7, label %found
                                i32 9, label %other ]
latch:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
found:
  store i32 %x, ptr addrspace(1) %a
  ret void
other:
  store i32 1, ptr addrspace(1) %a
  ret void
done:
  ret void
}

attributes #0 = { "weft-kernel" }
