declare i32 @weft.local.id.0() memory(none)
declare i32 @weft.local.id.1() memory(none)
define void @k(ptr addrspace(1) %a, float %n) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %row = call i32 @weft.local.id.1()
  %i = zext nneg i32 %id to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = uitofp i32 %row to float
  %a.1 = fadd float %v, %n
  %a.2 = fmul float %a.1, %v
  %a.3 = fadd float %a.2, %n
  %a.4 = fmul float %a.3, %v
  store float %a.4, ptr addrspace(1) %p
  ret void
}

