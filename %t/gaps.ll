target triple = "spir64"
declare i32 @weft.local.id.0()
; What is nobody's is left out.
; CHECK-LABEL: define void @gaps(
; CHECK: %[[MIXED:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 2>
; CHECK: call void @llvm.masked.store.v4i32.p3(<4 x i32> %[[MIXED]], ptr addrspace(3) align 4 %{{.*}}, <4 x i1> <i1 true, i1 true, i1 false, i1 true>)
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
define void @gaps(ptr addrspace(3) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %wide = zext nneg i32 %id to i64
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %wide
  %v = load i32, ptr addrspace(1) %from
  %half = lshr i32 %id, 1
  %thirds = mul i32 %half, 3
  %lower = and i32 %id, 1
  %place = add i32 %thirds, %lower
  %i = zext i32 %place to i64
  %to = getelementptr i32, ptr addrspace(3) %a, i64 %i
  store i32 %v, ptr addrspace(3) %to
  ret void
}

