target triple = "spir64"
declare i32 @weft.local.id.0()
; Lanes that store to one place do so in their order.
; CHECK-LABEL: define void @same(
; CHECK-NOT: store <4
; CHECK-NOT: masked.store.v4i32
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: store <4
; CHECK: ret void
define void @same(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %part = and i64 %wide, 3
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %part
  store i32 %v, ptr addrspace(3) %to
  ret void
}

