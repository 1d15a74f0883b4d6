target triple = "spir64"
declare i32 @weft.local.id.0()
; A store that stands between may change what is loaded.
; CHECK-LABEL: define void @inPlace(
; CHECK-COUNT-2: load <4 x i32>, ptr addrspace(1)
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.store.v8i32.p1
; CHECK-COUNT-2: load <4 x i32>, ptr addrspace(1)
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.store.v8i32.p1
define void @inPlace(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %even = shl nuw nsw i32 %id, 1
  %index = zext nneg i32 %even to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %index
  %to = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %index
  %first = load i32, ptr addrspace(1) %from
  store i32 %first, ptr addrspace(1) %to
  %from.next = getelementptr inbounds i32, ptr addrspace(1) %from, i64 1
  %to.next = getelementptr inbounds i32, ptr addrspace(1) %to, i64 1
  %second = load i32, ptr addrspace(1) %from.next
  store i32 %second, ptr addrspace(1) %to.next
  ret void
}

