target triple = "spir64"
declare i32 @weft.local.id.0()
; Lanes have parts of a table in common. Nothing behind the last one's element is loaded.
; CHECK-LABEL: define void @table(
; CHECK-NOT: gather
; CHECK: %[[TO:.*]] = getelementptr <2 x float>, ptr addrspace(1) %{{.*}}, i64 0
; CHECK: load <4 x float>, ptr addrspace(1) %[[TO]], align 4
; CHECK: %[[LAST:.*]] = getelementptr <2 x float>, ptr addrspace(1) %{{.*}}, i64 1
; CHECK: load <4 x float>, ptr addrspace(1) %[[LAST]], align 4
; CHECK-NOT: load <4 x float>
; CHECK: call <8 x i64> @llvm.masked.gather
; CHECK: ret void
define void @table(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %bit = and i64 %wide, 1
  %place = shl nuw nsw i64 %bit, 1
  %from = getelementptr <2 x float>, ptr addrspace(1) %a, i64 %place
  %v = load <2 x float>, ptr addrspace(1) %from
  %to = getelementptr <2 x float>, ptr addrspace(1) %b, i64 %wide
  store <2 x float> %v, ptr addrspace(1) %to
  ret void
}

