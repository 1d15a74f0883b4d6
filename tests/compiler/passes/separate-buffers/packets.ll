; On packets addresses are lanes of vectors, and accesses are masked.
; RUN: weft-opt -weft-passes="separate-buffers" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: call {{.*}}@llvm.masked.load{{.*}}!alias.scope [[A:![0-9]+]], !noalias [[B:![0-9]+]]
; CHECK: call {{.*}}@llvm.masked.gather{{.*}}!alias.scope [[A]], !noalias [[B]]
; CHECK: call {{.*}}@llvm.masked.scatter{{.*}}!alias.scope [[B]], !noalias [[A]]
; CHECK: load i32, {{.*}}!alias.scope [[A]], !noalias [[B]]
; CHECK: call {{.*}}@llvm.masked.scatter
; CHECK-NOT: alias.scope
; CHECK: ret void
define void @k(ptr %launch, ptr %group, <4 x i1> %mask, <4 x i64> %lanes) #0 {
  %args = load ptr, ptr %launch, !invariant.load !0
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0, !weft.buffer !1
  %b.slot = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.slot, !invariant.load !0, !weft.buffer !2
  %x = call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 4 %a, <4 x i1> %mask, <4 x i32> poison)
  %from = getelementptr i32, ptr addrspace(1) %a, <4 x i64> %lanes
  %y = call <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  %start = insertelement <4 x ptr addrspace(1)> poison, ptr addrspace(1) %b, i64 0
  %all = shufflevector <4 x ptr addrspace(1)> %start, <4 x ptr addrspace(1)> poison, <4 x i32> zeroinitializer
  %to = getelementptr i32, <4 x ptr addrspace(1)> %all, <4 x i64> %lanes
  call void @llvm.masked.scatter.v4i32.v4p1(<4 x i32> %y, <4 x ptr addrspace(1)> align 4 %to, <4 x i1> %mask)
  %second = extractelement <4 x ptr addrspace(1)> %from, i64 1
  %z = load i32, ptr addrspace(1) %second
  ; One lane's address comes from elsewhere.
  %other = inttoptr i32 %z to ptr addrspace(1)
  %mixed = insertelement <4 x ptr addrspace(1)> %to, ptr addrspace(1) %other, i64 2
  call void @llvm.masked.scatter.v4i32.v4p1(<4 x i32> %x, <4 x ptr addrspace(1)> align 4 %mixed, <4 x i1> %mask)
  ret void
}

attributes #0 = { "weft-kernel" "weft-distinct-buffers" }
!0 = !{}
!1 = !{i32 0}
!2 = !{i32 1}
