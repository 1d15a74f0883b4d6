; Memory that the application may have given may begin anywhere: its vectors are aligned as their elements are. Atomic
; accesses, and those of memory that Weft gives, keep their alignment.
; RUN: weft-opt -weft-passes="flatten-address-spaces" %s | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK: load <4 x double>, ptr %g, align 8
; CHECK: store <4 x double> %x, ptr %y, align 8
; CHECK: load <4 x float>, ptr %c, align 4
; CHECK: load <4 x float>, ptr %l, align 16
; CHECK: store <4 x float> %{{.*}}, ptr %p, align 16
; CHECK: load atomic i64, ptr %g seq_cst, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %g, ptr align 32 %p, i64 64, i1 false)
define void @f(ptr addrspace(1) %g, ptr addrspace(2) %c, ptr addrspace(3) %l, ptr %p, ptr addrspace(4) %y) {
  %x = load <4 x double>, ptr addrspace(1) %g, align 32
  store <4 x double> %x, ptr addrspace(4) %y, align 32
  %k = load <4 x float>, ptr addrspace(2) %c, align 16
  %m = load <4 x float>, ptr addrspace(3) %l, align 16
  %s = fadd <4 x float> %k, %m
  store <4 x float> %s, ptr %p, align 16
  %a = load atomic i64, ptr addrspace(1) %g seq_cst, align 8
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 64 %g, ptr align 32 %p, i64 64, i1 false)
  ret void
}

declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
