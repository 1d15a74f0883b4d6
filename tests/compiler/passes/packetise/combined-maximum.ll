; Lanes that ask for the largest value at one address find it among themselves first.
; RUN: weft-opt -weft-passes="packetise<8>" %s | FileCheck %s
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @largest(
; CHECK: %[[LANES:.*]] = select <8 x i1> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> splat (i32 -2147483648)
; CHECK: %[[MOST:.*]] = call i32 @llvm.vector.reduce.smax.v8i32(<8 x i32> %[[LANES]])
; CHECK: atomicrmw max ptr addrspace(1) %counter, i32 %[[MOST]] monotonic
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @largest(ptr addrspace(1) %counter) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  %value = sub i32 7, %id
  atomicrmw max ptr addrspace(1) %counter, i32 %value monotonic
  ret void
}
