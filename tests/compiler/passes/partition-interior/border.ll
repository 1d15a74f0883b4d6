; A border: the first work-item of a group answers the lower bound, the last one the upper, and what all share is asked once.
; RUN: weft-opt -weft-passes="partition-interior" %s | FileCheck %s
; CHECK-LABEL: define void @border
; The first work-item answers the lower bound, the last one the upper.
; CHECK: %[[FIRST:.*]] = add nuw nsw i32 0, %base
; CHECK: icmp sge i32 %[[FIRST]], 2
; CHECK: xor i1 %hole, true
; CHECK: %[[LAST:.*]] = add nuw nsw i32 15, %base
; CHECK: icmp sle i32 %[[LAST]], %width
; CHECK: br i1 %{{.*}}, label %inner.groups, label %other.groups


declare i32 @weft.local.id.0() memory(none)

define void @border(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) #0 {
entry:
  %l0 = call i32 @weft.local.id.0()
  %x = add nuw nsw i32 %l0, %base
  %low = icmp slt i32 %x, 2
  %hole = icmp eq i32 %width, 7
  %out.side = or i1 %low, %hole
  %high = icmp sgt i32 %x, %width
  %outside = select i1 %out.side, i1 true, i1 %high
  br i1 %outside, label %end, label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %in, i32 %k
  %value = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %out, i32 %x
  store float %value, ptr addrspace(1) %q
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}

attributes #0 = { "weft-kernel" "weft-local-size"="16,8,1" }
