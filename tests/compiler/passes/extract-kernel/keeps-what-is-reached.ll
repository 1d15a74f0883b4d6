; The kernel asked for and what it calls stay; other kernels and functions go.
; RUN: weft-opt -weft-passes="extract-kernel<wanted>" %s | FileCheck %s

; CHECK: @table = internal addrspace(2) constant
@table = addrspace(2) constant [2 x i32] [i32 1, i32 2]
; CHECK-NOT: @unused
@unused = addrspace(2) constant i32 3

; CHECK: define internal spir_func i32 @helper
define spir_func i32 @helper(i32 %i) {
  %slot = getelementptr [2 x i32], ptr addrspace(2) @table, i32 0, i32 %i
  %value = load i32, ptr addrspace(2) %slot
  ret i32 %value
}

; CHECK-NOT: @other
define spir_kernel void @other(ptr addrspace(1) %p) {
  ret void
}

; CHECK: define void @wanted(ptr addrspace(1) %p) #[[ATTRIBUTES:[0-9]+]]
define spir_kernel void @wanted(ptr addrspace(1) %p) {
  %value = call spir_func i32 @helper(i32 1)
  store i32 %value, ptr addrspace(1) %p
  ret void
}

; CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}"weft-kernel"
