target triple = "spir64"
declare i32 @weft.local.id.0()
; What is added isn't known, so bits may be carried: a comparison tells.
; CHECK-LABEL: define void @carried(
; CHECK: in.line
; CHECK: ret void
define void @carried(ptr addrspace(3) %a, ptr addrspace(1) %b, i32 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %sum = add i32 %id, %n
  %part = and i32 %sum, 63
  %twice = shl i32 %part, 1
  %i = zext nneg i32 %twice to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  %behind = getelementptr i32, ptr addrspace(3) %to, i64 1
  store i32 %v, ptr addrspace(3) %behind
  ret void
}
