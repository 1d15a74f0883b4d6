; Without a barrier there is one region: three loops around the body, global memory marked parallel.
; RUN: weft-opt -weft-passes="work-item-loops" %s | FileCheck %s
declare i32 @weft.local.id.0()
; CHECK-LABEL: define void @k(
; CHECK-DAG: %size.0 = trunc i64
; CHECK-DAG: %size.1 = trunc i64
; CHECK-DAG: %size.2 = trunc i64
; CHECK: region.0.x:
; CHECK-NEXT: %[[X:.*]] = phi i32 [ 0, %region.0.y ], [ %[[NEXT:.*]], %region.0.x.latch ]
; CHECK: region.0.x.latch:
; CHECK: %[[NEXT]] = add nuw nsw i32 %[[X]], 1
; CHECK-NEXT: %[[MORE:.*]] = icmp ult i32 %[[NEXT]], %size.0
; CHECK-NEXT: br i1 %[[MORE]], label %region.0.x, label %region.0.y.latch, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: %[[SLOT:.*]] = getelementptr i32, ptr addrspace(1) %p, i32 %[[X]]
; CHECK: store i32 7, ptr addrspace(1) %[[SLOT]], {{.*}}!llvm.access.group ![[GROUP:[0-9]+]]
; CHECK-NOT: weft.local.id
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %p) #0 {
  %id = call i32 @weft.local.id.0()
  %slot = getelementptr i32, ptr addrspace(1) %p, i32 %id
  store i32 7, ptr addrspace(1) %slot
  ret void
}
attributes #0 = { "weft-kernel" }
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[PARALLEL:[0-9]+]], ![[ROLLED:[0-9]+]]}
; CHECK-DAG: ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}
; CHECK-DAG: ![[ROLLED]] = !{!"llvm.loop.unroll.runtime.disable"}
