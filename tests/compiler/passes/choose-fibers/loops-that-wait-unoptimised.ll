; What is kept in variables is followed through them.
; RUN: weft-opt -weft-passes="choose-fibers" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: wait.spin:
; CHECK-NEXT: call void @weft.yield()
; CHECK-NOT: call void @weft.yield()
define void @k(ptr addrspace(1) %p) #0 {
  %pointer = alloca ptr addrspace(1)
  %value = alloca i32
  %i = alloca i32
  store ptr addrspace(1) %p, ptr %pointer
  br label %wait

wait:
  %q = load ptr addrspace(1), ptr %pointer
  %seen = load atomic i32, ptr addrspace(1) %q seq_cst, align 4
  store i32 %seen, ptr %value
  %again = load i32, ptr %value
  %stay = icmp ne i32 %again, 5
  br i1 %stay, label %wait, label %before

before:
  store i32 0, ptr %i
  br label %count

count:
  %old = load i32, ptr %i
  %new = add i32 %old, 1
  store i32 %new, ptr %i
  %r = load ptr addrspace(1), ptr %pointer
  %bound = load volatile i32, ptr addrspace(1) %r
  %now = load i32, ptr %i
  %more = icmp slt i32 %now, %bound
  br i1 %more, label %count, label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-unoptimised" }
