; Groups that can't leave memory have code of their own, which begins with a guard as the kernel did.
; RUN: weft-opt -weft-passes="partition-interior" %s | FileCheck %s
; RUN: sed 's/"weft-safe-groups"//' %s | weft-opt -weft-passes="partition-interior" | FileCheck %s --check-prefix=STAYS
; STAYS-NOT: inner.groups

; CHECK-LABEL: define void @guarded
; CHECK: br i1 %safe, label %safe.groups, label %checked.groups
; CHECK: safe.groups:
; CHECK: %[[LAST:.*]] = add nuw nsw i32 15, %base
; CHECK: %[[ALL:.*]] = icmp slt i32 %[[LAST]], %width
; CHECK: br i1 %[[ALL]], label %inner.groups, label %other.groups
; CHECK: other.groups:
; CHECK: br i1 %inside, label %loop, label %end
; CHECK: checked.groups:
; CHECK: br i1 %inside.checked, label %loop.checked, label %end
; CHECK: inner.groups:
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NEXT: br label %loop.inner
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier()

define void @guarded(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width, i1 %safe) #0 {
entry:
  br i1 %safe, label %safe.groups, label %checked.groups, !prof !0

safe.groups:
  call void @weft.barrier()
  %l0 = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %l0, %base
  %inside = icmp slt i32 %x, %width
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %safe.groups ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %in, i32 %k
  %value = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float %value, ptr addrspace(1) %q
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

checked.groups:
  call void @weft.barrier()
  %l0.checked = call i32 @weft.local.id.0()
  %x.checked = add nuw nsw i32 %l0.checked, %base
  %inside.checked = icmp slt i32 %x.checked, %width
  br i1 %inside.checked, label %loop.checked, label %end

loop.checked:
  %q.checked = getelementptr float, ptr addrspace(1) %out, i32 %x.checked
  store float 0.0, ptr addrspace(1) %q.checked
  br label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="16,8,1" "weft-safe-groups" }
!0 = !{!"branch_weights", i32 2000, i32 1}
