; CHECK: not on packets: a vector or struct differs between work-items (call)
target triple = "spir64"
declare i32 @weft.local.id.0()
declare { i32, float } @pair(i32)
define void @k(ptr addrspace(1) %a) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %both = call { i32, float } @pair(i32 %id)
  %v = extractvalue { i32, float } %both, 1
  store float %v, ptr addrspace(1) %a
  ret void
}
