; A loop as Clang writes it, with its condition at the head, takes sixteen floats with each trip as well.
; RUN: weft-opt -weft-passes="unroll-contiguous-loops,coalesce-accesses" --cpu=x86-64-v4 %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: load <16 x float>
; CHECK: load float
; CHECK-NOT: load
; CHECK: ret void
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %first = mul nsw i32 %id, %n
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %again = icmp slt i32 %i, %n
  br i1 %again, label %body, label %end

body:
  %index = add nsw i32 %first, %i
  %place = sext i32 %index to i64
  %p = getelementptr float, ptr addrspace(1) %in, i64 %place
  %x = load float, ptr addrspace(1) %p, align 4
  %more = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  br label %head

end:
  %own = getelementptr float, ptr addrspace(1) %out, i32 %id
  store float %sum, ptr addrspace(1) %own, align 4
  ret void
}
