target triple = "spir64"
declare i32 @weft.local.id.0()
; Fields of different types, but one size.
; CHECK-LABEL: define void @mixed(
; CHECK: load <8 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: load <
; CHECK: bitcast <4 x i32> %{{.*}} to <4 x float>
; CHECK: bitcast <4 x i32> %{{.*}} to <4 x float>
; CHECK: store <8 x float>
define void @mixed(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %index = zext nneg i32 %id to i64
  %tag.place = getelementptr inbounds { i32, float }, ptr addrspace(1) %a, i64 %index, i32 0
  %tag = load i32, ptr addrspace(1) %tag.place, align 8
  %value.place = getelementptr inbounds { i32, float }, ptr addrspace(1) %a, i64 %index, i32 1
  %value = load float, ptr addrspace(1) %value.place
  %tag.to = getelementptr inbounds { i32, float }, ptr addrspace(1) %b, i64 %index, i32 0
  store i32 %tag, ptr addrspace(1) %tag.to
  %value.to = getelementptr inbounds { i32, float }, ptr addrspace(1) %b, i64 %index, i32 1
  store float %value, ptr addrspace(1) %value.to
  ret void
}

