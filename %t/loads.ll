declare i32 @weft.local.id.0() memory(none)
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ 0.0, %entry ], [ %sum, %again ]
  %q = getelementptr float, ptr addrspace(1) %b, i32 %step
  %v = load float, ptr addrspace(1) %q
  %square = fmul float %x, %x
  %sum = fadd float %square, %v
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}
