target triple = "spir64"
declare i32 @weft.local.id.0()
; Both parts of complex numbers come from one load, and go to one store.
; CHECK-LABEL: define void @complex(
; CHECK: %[[MASK:.*]] = call <4 x i1> @weft.packet.mask.4()
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[MASK]])
; CHECK: br i1 %[[ALL]],
; CHECK: %[[FROM:.*]] = getelementptr float, ptr addrspace(1) %re.place, i64 0
; CHECK: %[[BOTH:.*]] = load <8 x float>, ptr addrspace(1) %[[FROM]], align 4
; CHECK: %[[RE:.*]] = shufflevector <8 x float> %[[BOTH]], <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[IM:.*]] = shufflevector <8 x float> %[[BOTH]], <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: %[[RE_APART:.*]] = call <4 x float> @llvm.masked.gather
; CHECK: %[[IM_APART:.*]] = call <4 x float> @llvm.masked.gather
; CHECK: phi <4 x float> [ %[[RE]], %{{.*}} ], [ %[[RE_APART]], %{{.*}} ]
; CHECK: phi <4 x float> [ %[[IM]], %{{.*}} ], [ %[[IM_APART]], %{{.*}} ]
; CHECK-NOT: gather
; CHECK: %[[TURNED:.*]] = shufflevector <8 x float> %{{.*}}, <8 x float> poison, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK: store <8 x float> %[[TURNED]], ptr addrspace(1) %{{.*}}, align 4
; CHECK: call void @llvm.masked.scatter
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: scatter
; CHECK: ret void
define void @complex(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %even = shl nuw nsw i32 %id, 1
  %re.index = zext nneg i32 %even to i64
  %re.place = getelementptr inbounds float, ptr addrspace(1) %a, i64 %re.index
  %re = load float, ptr addrspace(1) %re.place
  %odd = or disjoint i32 %even, 1
  %im.index = zext nneg i32 %odd to i64
  %im.place = getelementptr inbounds float, ptr addrspace(1) %a, i64 %im.index
  %im = load float, ptr addrspace(1) %im.place
  %im.to = getelementptr inbounds float, ptr addrspace(1) %b, i64 %im.index
  store float %re, ptr addrspace(1) %im.to
  %re.to = getelementptr inbounds float, ptr addrspace(1) %b, i64 %re.index
  store float %im, ptr addrspace(1) %re.to
  ret void
}

