; What would be long on packets is left to loops: the elements of vectors count one by one.
; CHECK: not on packets: it would take long to compile (20 instructions, those on vectors counted by element, more than 9)
; CHECK: add <8 x i32>
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @k(ptr addrspace(1) %a, <8 x i32> %v) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %sum = add <8 x i32> %v, %v
  %first = extractelement <8 x i32> %sum, i32 0
  %at = getelementptr i32, ptr addrspace(1) %a, i32 %id
  store i32 %first, ptr addrspace(1) %at
  ret void
}

