target triple = "spir64"
declare i32 @weft.local.id.0()
; Of the last lane's struct only what is loaded: ten elements of three, of which the last vector has the last four. What
; isn't stored stays as it is.
; CHECK-LABEL: define void @structs(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr addrspace(1) %{{.*}}, i64 4
; CHECK: getelementptr i32, ptr addrspace(1) %[[PLACE]], i64 0
; CHECK: getelementptr i32, ptr addrspace(1) %[[PLACE]], i64 4
; CHECK: %[[LAST:.*]] = getelementptr i32, ptr addrspace(1) %[[PLACE]], i64 6
; CHECK: load <4 x i32>, ptr addrspace(1) %[[LAST]], align 4
; CHECK: shufflevector <12 x i32> %{{.*}}, <12 x i32> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 11>
; CHECK: call void @llvm.masked.store.v12i32.p1(<12 x i32> %{{.*}}, ptr addrspace(1) align 4 %{{.*}}, <12 x i1> <i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false>)
define void @structs(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %index = zext nneg i32 %id to i64
  %struct = getelementptr inbounds [3 x i32], ptr addrspace(1) %a, i64 %index
  %place = getelementptr inbounds i8, ptr addrspace(1) %struct, i64 4
  %v = load i32, ptr addrspace(1) %place
  %to = getelementptr inbounds [3 x i32], ptr addrspace(1) %b, i64 %index
  store i32 %v, ptr addrspace(1) %to
  ret void
}

