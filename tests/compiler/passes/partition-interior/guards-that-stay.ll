; No groups have code of their own where the guard doesn't tell groups inside from groups at the border, or where both
; ways would have to keep values of each work-item in front of them. Each kernel differs in one thing from one whose
; inner groups have a loop without the guard, as in guard.ll.
; RUN: split-file %s %t
; RUN: weft-opt -weft-passes="partition-interior" %t/same-for-all-groups.ll | FileCheck %t/same-for-all-groups.ll
; RUN: weft-opt -weft-passes="partition-interior" %t/may-wrap.ll | FileCheck %t/may-wrap.ll
; RUN: weft-opt -weft-passes="partition-interior" %t/equality.ll | FileCheck %t/equality.ll
; RUN: weft-opt -weft-passes="partition-interior" %t/variable-in-front.ll | FileCheck %t/variable-in-front.ll
; RUN: weft-opt -weft-passes="partition-interior" %t/memory-in-front.ll | FileCheck %t/memory-in-front.ll

;--- same-for-all-groups.ll
; A comparison of local ids alone has the same answer in every group, so no group is wholly inside.
; CHECK-LABEL: define void @stays_for_a_guard_that_is_the_same_for_all_groups(
; CHECK-NOT: inner.groups
; CHECK: br i1 %inside, label %loop, label %end
; CHECK-NOT: weft.barrier()
; CHECK: ret void
; CHECK-NOT: inner.groups
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_guard_that_is_the_same_for_all_groups(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) "weft-kernel" "weft-local-size"="16,8,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %id, %base
  %inside = icmp slt i32 %id, 4
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}

;--- may-wrap.ll
; An id that is multiplied may wrap: what holds for the last work-item then needn't hold for those before it.
; CHECK-LABEL: define void @stays_for_ids_that_may_wrap(
; CHECK-NOT: inner.groups
; CHECK: br i1 %inside, label %loop, label %end
; CHECK-NOT: weft.barrier()
; CHECK: ret void
; CHECK-NOT: inner.groups
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_ids_that_may_wrap(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) "weft-kernel" "weft-local-size"="16,8,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %x = mul i32 %id, 100000
  %inside = icmp slt i32 %x, %width
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}

;--- equality.ll
; Only one work-item of a group can be equal to a number, and so the last one says nothing of the others.
; CHECK-LABEL: define void @stays_for_equality(
; CHECK-NOT: inner.groups
; CHECK: br i1 %inside, label %loop, label %end
; CHECK-NOT: weft.barrier()
; CHECK: ret void
; CHECK-NOT: inner.groups
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_equality(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) "weft-kernel" "weft-local-size"="16,8,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %id, %base
  %inside = icmp eq i32 %x, %width
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}

;--- variable-in-front.ll
; Code in front of the guard has the address of the variable, and so each way can't have a variable of its own.
; CHECK-LABEL: define void @stays_for_a_variable_in_front_of_the_guard(
; CHECK-NOT: inner.groups
; CHECK: br i1 %inside, label %loop, label %end
; CHECK-NOT: weft.barrier()
; CHECK: ret void
; CHECK-NOT: inner.groups
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_variable_in_front_of_the_guard(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) "weft-kernel" "weft-local-size"="16,8,1" {
entry:
  %v = alloca i32
  %address = ptrtoint ptr %v to i64
  %id = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %id, %base
  %inside = icmp slt i32 %x, %width
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}

;--- memory-in-front.ll
; What each work-item loads in front of the guard would have to be kept across the barrier in both ways.
; CHECK-LABEL: define void @stays_for_a_load_in_front_of_the_guard(
; CHECK-NOT: inner.groups
; CHECK: br i1 %inside, label %loop, label %end
; CHECK-NOT: weft.barrier()
; CHECK: ret void
; CHECK-NOT: inner.groups
declare i32 @weft.local.id.0() memory(none)
define void @stays_for_a_load_in_front_of_the_guard(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) "weft-kernel" "weft-local-size"="16,8,1" {
entry:
  %id = call i32 @weft.local.id.0()
  %own = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %own
  %x = add nuw nsw i32 %id, %base
  %inside = icmp slt i32 %x, %width
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %out
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}
