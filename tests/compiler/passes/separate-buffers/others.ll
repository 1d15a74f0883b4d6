; Nothing is said of accesses that are atomic or volatile, or whose address may come from elsewhere.
; RUN: weft-opt -weft-passes="separate-buffers" %s | FileCheck %s

; CHECK-LABEL: define void @k(
define void @k(ptr %launch, ptr %group) #0 {
  %args = load ptr, ptr %launch, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0, !weft.buffer !1
  %b.slot = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.slot, !invariant.load !0, !weft.buffer !2
; What it is held against.
; CHECK: load ptr addrspace(1), ptr addrspace(1) %a, {{.*}}!alias.scope
; CHECK: load i64, ptr addrspace(1) %a, {{.*}}!alias.scope
; CHECK: store i64 %number, ptr addrspace(1) %b, {{.*}}!alias.scope
  %from.memory = load ptr addrspace(1), ptr addrspace(1) %a
  %number = load i64, ptr addrspace(1) %a
  store i64 %number, ptr addrspace(1) %b
; CHECK-NOT: !alias.scope
; CHECK: ret void
  %1 = load atomic i64, ptr addrspace(1) %a monotonic, align 8
  %2 = load volatile i64, ptr addrspace(1) %a
  store volatile i64 %2, ptr addrspace(1) %b
  %3 = atomicrmw add ptr addrspace(1) %b, i64 1 monotonic
  ; From memory, from a number, from a variable of the program, from one of these or an argument.
  store i64 1, ptr addrspace(1) %from.memory
  %from.number = inttoptr i64 %number to ptr addrspace(1)
  store i64 1, ptr addrspace(1) %from.number
  store i64 1, ptr addrspace(1) @variable
  %more = icmp eq i64 %number, 1
  %either = select i1 %more, ptr addrspace(1) %a, ptr addrspace(1) %from.number
  store i64 1, ptr addrspace(1) %either
  br label %loop

loop:
  %at = phi ptr addrspace(1) [ %b, %0 ], [ %from.memory, %loop ]
  store i64 1, ptr addrspace(1) %at
  br i1 %more, label %loop, label %end

end:
  %5 = call i64 @called(ptr addrspace(1) %a)
  ret void
}

declare i64 @called(ptr addrspace(1))
@variable = addrspace(1) global i64 0

attributes #0 = { "weft-kernel" "weft-distinct-buffers" }
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}
