; Each of the two ways has a variable of its own where both use it: a barrier lies between them, across which a variable
; would be kept in memory for each work-item.
; RUN: weft-opt -weft-passes="partition-interior" %s | FileCheck %s

; CHECK-LABEL: define void @variable_in_the_loop(
; CHECK-DAG: %[[OF_OTHERS:.*]] = alloca i32
; CHECK-DAG: %[[OF_INNER:.*]] = alloca i32
; CHECK: other.groups:
; CHECK: store i32 %k, ptr %[[OF_OTHERS]],
; CHECK: inner.groups:
; CHECK: store i32 %{{.*}}, ptr %[[OF_INNER]],

declare i32 @weft.local.id.0() memory(none)

define void @variable_in_the_loop(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %width) "weft-kernel" "weft-local-size"="16,8,1" {
entry:
  %v = alloca i32
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
  store i32 %k, ptr %v
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, %width
  br i1 %again, label %loop, label %end

end:
  ret void
}
