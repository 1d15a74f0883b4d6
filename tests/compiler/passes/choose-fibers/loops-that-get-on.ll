; Loops that end by themselves do not yield, whatever atomic or volatile memory they look at.
; RUN: weft-opt -weft-passes="choose-fibers" %s | FileCheck %s
; RUN: sed 's/i32 1 monotonic/i32 0 monotonic/' %s | weft-opt -weft-passes="choose-fibers" - | FileCheck %s --check-prefix=WAITS

declare void @weft.barrier()
declare i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4), ptr addrspace(4), i32)

; CHECK-NOT: weft.yield
; CHECK-NOT: weft-needs-fibers

; The same loops, but for an addition that adds nothing: that one waits.
; WAITS-NOT: call void @weft.yield()
; WAITS: queue.spin:
; WAITS-NEXT: call void @weft.yield()
; WAITS-NOT: call void @weft.yield()
; WAITS: attributes #{{.*}} = { {{.*}}"weft-needs-fibers"
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %table, i32 %n) #0 {
  %expected = alloca i32
  %private = alloca i32
  br label %add

; One of those that compare with what they have just read succeeds.
add:
  %old = load volatile i32, ptr addrspace(1) %p
  %new = add i32 %old, %n
  %pair = cmpxchg ptr addrspace(1) %p, i32 %old, i32 %new monotonic monotonic
  %ok = extractvalue { i32, i1 } %pair, 1
  br i1 %ok, label %add.c11, label %add

add.c11:
  %o = load i32, ptr %expected
  %sum = add i32 %o, %n
  %generic = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %variable = addrspacecast ptr %expected to ptr addrspace(4)
  %did = call i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) %generic, ptr addrspace(4) %variable, i32 %sum)
  br i1 %did, label %queue, label %add.c11

queue:
  %task = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %more = icmp ult i32 %task, %n
  br i1 %more, label %queue, label %count

count:
  %i = phi i32 [ 0, %queue ], [ %i.next, %count ]
  %bound = load volatile i32, ptr addrspace(1) %p
  %i.next = add i32 %i, 1
  %below = icmp ult i32 %i.next, %bound
  br i1 %below, label %count, label %hash

; Another slot in each turn.
hash:
  %slot = phi i32 [ %n, %count ], [ %slot.next, %hash ]
  %index = zext i32 %slot to i64
  %address = getelementptr i32, ptr addrspace(1) %table, i64 %index
  %found = cmpxchg ptr addrspace(1) %address, i32 0, i32 %n monotonic monotonic
  %free = extractvalue { i32, i1 } %found, 1
  %next = xor i32 %slot, 5
  %slot.next = and i32 %next, 255
  br i1 %free, label %barrier, label %hash

barrier:
  call void @weft.barrier()
  %flag = load volatile i32, ptr addrspace(1) %p
  %go = icmp ne i32 %flag, 0
  br i1 %go, label %barrier, label %own

own:
  %left = load volatile i32, ptr addrspace(1) %p
  %less = lshr i32 %left, 1
  store volatile i32 %less, ptr addrspace(1) %p
  %any = icmp ne i32 %left, 0
  br i1 %any, label %own, label %private.loop

private.loop:
  %mine = load volatile i32, ptr %private
  %set = icmp ne i32 %mine, 0
  br i1 %set, label %private.loop, label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" }
