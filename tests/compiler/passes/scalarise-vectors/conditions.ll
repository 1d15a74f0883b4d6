; Whether all conditions of a work-item's vector hold, or none, is asked of each: not of their bits as one number, nor by a
; reduction of the vector.
; RUN: weft-opt -weft-passes=scalarise-vectors %s | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK-NOT: bitcast
; CHECK-NOT: reduce
; CHECK-DAG: %[[FIRST:.*]] = and i32 %a.i0, %a.i1
; CHECK-DAG: %[[BOTH:.*]] = and i32 %[[FIRST]], %a.i2
; CHECK-DAG: store i32 %[[BOTH]]
; CHECK-DAG: %[[SOME:.*]] = or i1 %conditions.i0, %conditions.i1
; CHECK-DAG: %[[ANY:.*]] = or i1 %[[SOME]], %conditions.i2
; CHECK-DAG: %[[NONE:.*]] = xor i1 %[[ANY]], true
; CHECK-DAG: store i1 %[[NONE]]
; CHECK-DAG: %[[MANY:.*]] = and i1 %conditions.i0, %conditions.i1
; CHECK-DAG: %[[ALL:.*]] = and i1 %[[MANY]], %conditions.i2
; CHECK-DAG: store i1 %[[ALL]]
; CHECK: ret void
declare i32 @llvm.vector.reduce.and.v3i32(<3 x i32>)
define void @k(ptr %launch, ptr %group, <3 x i32> %a, <3 x float> %x, ptr addrspace(1) %out) "weft-kernel" "weft-schedule"="width=8" {
  %bits = call i32 @llvm.vector.reduce.and.v3i32(<3 x i32> %a)
  store i32 %bits, ptr addrspace(1) %out
  %conditions = fcmp une <3 x float> %x, zeroinitializer
  %number = bitcast <3 x i1> %conditions to i3
  %none = icmp eq i3 %number, 0
  store i1 %none, ptr addrspace(1) %out
  %all = icmp eq i3 %number, -1
  store i1 %all, ptr addrspace(1) %out
  ret void
}
