; Loops that end when others have written yield in each further turn, those of functions within the kernel.
; RUN: weft-opt -weft-passes="choose-fibers" %s | FileCheck %s

declare i32 @_Z25atomic_flag_test_and_setPU3AS4VU7_Atomici(ptr addrspace(4))

; CHECK-NOT: @lock
define internal void @lock(ptr addrspace(1) %p) {
entry:
  br label %again
again:
  %pair = cmpxchg volatile ptr addrspace(1) %p, i32 0, i32 1 monotonic monotonic
  %ok = extractvalue { i32, i1 } %pair, 1
  br i1 %ok, label %end, label %again
end:
  ret void
}

; CHECK-LABEL: define void @k(
; CHECK: br label %[[LOCK:.*]]
; CHECK: [[SPIN:.*]]:
; CHECK-NEXT: call void @weft.yield()
; CHECK-NEXT: br label %[[LOCK]]
; CHECK: cmpxchg
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[SPIN]]
define void @k(ptr addrspace(1) %p) #0 {
  call void @lock(ptr addrspace(1) %p)
  br label %poll

; CHECK: poll.spin:
; CHECK-NEXT: call void @weft.yield()
; CHECK-NEXT: br label %poll
; CHECK: poll:
poll:
  %v = load volatile i32, ptr addrspace(1) %p
  %waiting = icmp eq i32 %v, 0
  br i1 %waiting, label %poll, label %flag

; CHECK: flag.spin:
; CHECK-NEXT: call void @weft.yield()
flag:
  %f = phi i32 [ 0, %poll ], [ %next, %flag ]
  %generic = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %next = call i32 @_Z25atomic_flag_test_and_setPU3AS4VU7_Atomici(ptr addrspace(4) %generic)
  %taken = icmp ne i32 %next, 0
  br i1 %taken, label %flag, label %decided

; The exit depends on memory through the way that the turn took.
; CHECK: decided.spin:
; CHECK-NEXT: call void @weft.yield()
decided:
  %a = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %is = icmp eq i32 %a, 7
  br i1 %is, label %yes, label %no
yes:
  br label %join
no:
  br label %join
join:
  %done = phi i1 [ true, %yes ], [ false, %no ]
  br i1 %done, label %end, label %decided

; An addition of nothing reads.
; CHECK: ticket.spin:
; CHECK-NEXT: call void @weft.yield()
end:
  br label %ticket
ticket:
  %turn = atomicrmw add ptr addrspace(1) %p, i32 0 monotonic
  %mine = icmp eq i32 %turn, 3
  br i1 %mine, label %out, label %ticket
out:
  ret void
}

; CHECK: attributes #{{.*}} = { {{.*}}"weft-needs-fibers"
attributes #0 = { "weft-kernel" }
