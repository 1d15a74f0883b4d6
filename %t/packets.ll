; CHECK: gathers elements that don't lie one behind the other
; CHECK: 'unknown(int)' runs for one work-item after the other
; CHECK: on packets of 8 work-items
target triple = "spir64"
declare i32 @weft.local.id.0()
declare void @_Z7unknowni(i32)
define void @k(ptr addrspace(1) %a) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr [5 x i32], ptr addrspace(1) %a, i64 %place
  %v = load i32, ptr addrspace(1) %at
  call void @_Z7unknowni(i32 %v)
  ret void
}

