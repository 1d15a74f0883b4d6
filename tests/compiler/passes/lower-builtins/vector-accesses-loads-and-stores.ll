; vloadN and vstoreN become accesses to vectors with the alignment of an element; functions that only look alike stay.
; RUN: weft-opt -weft-passes=lower-builtins %s | FileCheck %s
target triple = "spir64"

declare spir_func <3 x float> @_Z6vload3mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func void @_Z7vstore3Dv3_fmPU3AS3f(<3 x float>, i64, ptr addrspace(3))

; CHECK-LABEL: define void @copy(
; CHECK: %[[OFFSET:.*]] = mul i64 %i, 3
; CHECK: %[[FROM:.*]] = getelementptr float, ptr addrspace(1) %p, i64 %[[OFFSET]]
; CHECK: %[[V:.*]] = load <3 x float>, ptr addrspace(1) %[[FROM]], align 4
; CHECK: %[[TO:.*]] = getelementptr float, ptr addrspace(3) %q, i64
; CHECK: store <3 x float> %[[V]], ptr addrspace(3) %[[TO]], align 4
; CHECK: call i32 @vload4(
define void @copy(i64 %i, ptr addrspace(1) %p, ptr addrspace(3) %q) {
  %v = call spir_func <3 x float> @_Z6vload3mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
  call spir_func void @_Z7vstore3Dv3_fmPU3AS3f(<3 x float> %v, i64 %i, ptr addrspace(3) %q)
  %own = call i32 @vload4(i32 1)
  ret void
}

define i32 @vload4(i32 %x) {
  ret i32 %x
}
