; Loops stay whose lanes find their elements one behind the other, whose trips differ between lanes, or in which
; work-items meet.
; RUN: weft-opt -weft-passes="unroll-contiguous-loops" --cpu=x86-64-v4 %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-COUNT-3: load float, ptr addrspace(1)
; CHECK-NOT: load
; CHECK: ret void
declare i32 @weft.local.id.0() memory(none)
declare void @weft.barrier() convergent

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %n
  br label %columns

columns:
  %i = phi i32 [ 0, %entry ], [ %next.i, %columns ]
  %down = mul nsw i32 %i, %n
  %index.i = add nsw i32 %down, %id
  %p.i = getelementptr float, ptr addrspace(1) %in, i32 %index.i
  %x.i = load float, ptr addrspace(1) %p.i, align 4
  store float %x.i, ptr addrspace(1) %out, align 4
  %next.i = add nuw nsw i32 %i, 1
  %again.i = icmp slt i32 %next.i, %n
  br i1 %again.i, label %columns, label %between

between:
  br label %triangle

triangle:
  %j = phi i32 [ 0, %between ], [ %next.j, %triangle ]
  %index.j = add nsw i32 %first, %j
  %p.j = getelementptr float, ptr addrspace(1) %in, i32 %index.j
  %x.j = load float, ptr addrspace(1) %p.j, align 4
  store float %x.j, ptr addrspace(1) %out, align 4
  %next.j = add nuw nsw i32 %j, 1
  %again.j = icmp slt i32 %next.j, %id
  br i1 %again.j, label %triangle, label %behind

behind:
  br label %meeting

meeting:
  %k = phi i32 [ 0, %behind ], [ %next.k, %meeting ]
  %index.k = add nsw i32 %first, %k
  %p.k = getelementptr float, ptr addrspace(1) %in, i32 %index.k
  %x.k = load float, ptr addrspace(1) %p.k, align 4
  store float %x.k, ptr addrspace(1) %out, align 4
  call void @weft.barrier()
  %next.k = add nuw nsw i32 %k, 1
  %again.k = icmp slt i32 %next.k, %n
  br i1 %again.k, label %meeting, label %end

end:
  ret void
}
