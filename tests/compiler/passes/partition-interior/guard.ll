; A kernel with a bounds guard: groups whose last work-item is inside have a copy of the loop without the branch.
; RUN: weft-opt -weft-passes="partition-interior" %s | FileCheck %s
; Guards of code for any local size are in groups-of-any-size.ll, others in guards-that-stay.ll and variables-twice.ll.

; CHECK-LABEL: define void @guarded
; CHECK: %[[LASTX:.*]] = add nuw nsw i32 15, %base
; CHECK: %[[INX:.*]] = icmp slt i32 %[[LASTX]], %width
; CHECK: %[[LASTY:.*]] = add nuw nsw i32 7, %top
; CHECK: %[[INY:.*]] = icmp slt i32 %[[LASTY]], %height
; CHECK: %[[ALL:.*]] = select i1 %[[INX]], i1 %[[INY]], i1 false
; CHECK: br i1 %[[ALL]], label %inner.groups, label %other.groups
; CHECK: other.groups:
; CHECK-NEXT: call void @weft.barrier() [[SELDOM:#[0-9]+]]
; CHECK-NEXT: br i1 %inside, label %loop, label %end
; CHECK: inner.groups:
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NEXT: br label %[[LOOP:.*]]
; CHECK: [[LOOP]]:
; CHECK-NEXT: %[[K:.*]] = phi i32 [ 0, %inner.groups ], [ %{{.*}}, %[[LOOP]] ]
; CHECK: load float
; CHECK: br i1 %{{.*}}, label %[[LOOP]], label %
; CHECK: attributes [[SELDOM]] = { "weft-cold" }

declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)

define void @guarded(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %top, i32 %width, i32 %height) #0 {
entry:
  %l0 = call i32 @weft.local.id.0()
  %l1.0 = call i32 @weft.local.id.1()
  %x = add nuw nsw i32 %l0, %base
  %l1 = call i32 @weft.local.id.1()
  %y = add nuw nsw i32 %l1, %top
  %in.x = icmp slt i32 %x, %width
  %in.y = icmp slt i32 %y, %height
  %inside = select i1 %in.x, i1 %in.y, i1 false
  br i1 %inside, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add nuw nsw i32 %k, %x
  %p = getelementptr float, ptr addrspace(1) %in, i32 %index
  %value = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %value
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %done

done:
  %q = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float %more, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="16,8,1" }
