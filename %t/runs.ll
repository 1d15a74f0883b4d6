target triple = "spir64"
declare i32 @weft.local.id.0()
; Runs of two, whose gaps the second store fills: each register of four takes from both.
; CHECK-LABEL: define void @runs(
; CHECK: br i1 %
; CHECK: %[[MIXED:.*]] = shufflevector <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK: store <4 x float> %[[MIXED]], ptr addrspace(3) %{{.*}}, align 4
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(3) %{{.*}}, align 4
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(3) %{{.*}}, align 4
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(3) %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: call void @llvm.masked.scatter
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: scatter
; CHECK: ret void
define void @runs(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr float, ptr addrspace(1) %b, i64 %wide
  %v = load float, ptr addrspace(1) %from
  %twice = shl i32 %id, 1
  %upper = and i32 %twice, -4
  %lower = and i32 %id, 1
  %low = or disjoint i32 %upper, %lower
  %high = or disjoint i32 %low, 2
  %i = zext i32 %low to i64
  %j = zext i32 %high to i64
  %first = getelementptr float, ptr addrspace(3) %a, i64 %i
  %second = getelementptr float, ptr addrspace(3) %a, i64 %j
  store float %v, ptr addrspace(3) %first
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(3) %second
  ret void
}

