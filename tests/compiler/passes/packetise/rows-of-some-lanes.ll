; Where some lanes don't run, the vectors of those that do are turned and stored whole, too: each by a mask that is the same for all
; of its elements, instead of element by element.
; RUN: weft-opt -weft-passes="packetise<4>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[MASK:.*]])
; CHECK: br i1 %[[ALL]]
; CHECK: store <64 x i8>
; CHECK: %[[BIT:.*]] = extractelement <4 x i1> %[[MASK]], i64 0
; CHECK: %[[FIRST:.*]] = insertelement <16 x i1> poison, i1 %[[BIT]], i64 0
; CHECK: %[[SAME:.*]] = shufflevector <16 x i1> %[[FIRST]], <16 x i1> poison, <16 x i32> zeroinitializer
; CHECK: call void @llvm.masked.store.v16i8.p1(<16 x i8> %{{.*}}, ptr addrspace(1) align 1 %{{.*}}, <16 x i1> %[[SAME]])
; CHECK-COUNT-3: call void @llvm.masked.store.v16i8.p1(
; CHECK-NOT: llvm.masked.scatter
; CHECK: ret void
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %limits) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %at = getelementptr <16 x i8>, ptr addrspace(1) %in, i64 %place
  %v = load <16 x i8>, ptr addrspace(1) %at, align 16
  %sum = add <16 x i8> %v, %v
  %l = getelementptr i32, ptr addrspace(1) %limits, i64 %place
  %limit = load i32, ptr addrspace(1) %l
  %runs = icmp sgt i32 %limit, 7
  br i1 %runs, label %some, label %end
some:
  %to = getelementptr <16 x i8>, ptr addrspace(1) %out, i64 %place
  store <16 x i8> %sum, ptr addrspace(1) %to, align 16
  br label %end
end:
  ret void
}
