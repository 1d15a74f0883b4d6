; A kernel with barriers asks its guard at each access: groups that lie wholly within it have a copy that doesn't, from
; in front of what it stores first. The same comparison made again counts as the same. The test is frozen, as a group need
; not come to every question.
; RUN: weft-opt -weft-passes="partition-interior" %s | FileCheck %s
; Two branches are too few; those that some work-items come to without the others don't count, nor do those that no group
; takes as a whole; code for any size has no copy.
; RUN: sed 's/br i1 %%again, label %%store/br i1 %%odd, label %%store/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/br label %%ask/br i1 %%odd, label %%ask, label %%end/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/%%inside = icmp slt i32 %%x, %%count/%%inside = icmp sgt i32 %%l, 7/' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/"weft-local-size"="64,1,1"//' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent noduplicate

; CHECK-LABEL: define void @k(
; CHECK-NOT: store
; CHECK: %[[TEST:.*]] = freeze i1
; CHECK-NEXT: br i1 %[[TEST]], label %inner.groups, label %other.groups
; CHECK: other.groups:
; CHECK-NEXT: call void @weft.barrier() [[SELDOM:#[0-9]+]]
; CHECK-NEXT: store i32 0
; CHECK-NEXT: br i1 %inside, label %load, label %meet
; CHECK: meet:
; CHECK: call void @weft.barrier() [[SELDOM]]
; CHECK: inner.groups:
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NEXT: br label %other.groups.inner
; CHECK: other.groups.inner:
; CHECK-NEXT: store i32 0
; CHECK-NEXT: br label %load.inner
; CHECK: meet.inner:
; CHECK: call void @weft.barrier(){{$}}
; CHECK: br label %middle.inner
; CHECK: ask.inner:
; CHECK: br label %store.inner
; CHECK: attributes [[SELDOM]] = {{.*}}"weft-cold"
; STAYS-NOT: inner.groups
define void @k(ptr addrspace(1) %in, ptr addrspace(3) %local, ptr addrspace(1) %out, i32 %base, i32 %count) #0 {
entry:
  %l = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %l, %base
  %place = getelementptr i32, ptr addrspace(3) %local, i32 %l
  %inside = icmp slt i32 %x, %count
  %bit = and i32 %l, 1
  %odd = icmp eq i32 %bit, 1
  store i32 0, ptr addrspace(3) %place
  br i1 %inside, label %load, label %meet

load:
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %x
  %value = load i32, ptr addrspace(1) %p
  store i32 %value, ptr addrspace(3) %place
  br label %meet

meet:
  call void @weft.barrier()
  br i1 %inside, label %middle, label %behind

middle:
  %other = xor i32 %l, 1
  %from = getelementptr i32, ptr addrspace(3) %local, i32 %other
  %taken = load i32, ptr addrspace(3) %from
  br label %behind

behind:
  %result = phi i32 [ %taken, %middle ], [ 0, %meet ]
  br label %ask

ask:
  %again = icmp slt i32 %x, %count
  br i1 %again, label %store, label %end

store:
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %result, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

attributes #0 = { nounwind "weft-kernel" "weft-local-size"="64,1,1" }
