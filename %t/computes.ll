declare i32 @weft.local.id.0() memory(none)
define void @k(ptr addrspace(1) %a, float %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %p
  br label %again
again:
  %step = phi i32 [ 0, %entry ], [ %next, %again ]
  %x = phi float [ %v, %entry ], [ %sum, %again ]
  %square = fmul float %x, %x
  %sum = fadd float %square, %n
  %next = add i32 %step, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %again
end:
  store float %sum, ptr addrspace(1) %p
  ret void
}

