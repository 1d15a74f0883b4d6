; Vectors that each work-item has several of, next to its neighbour's, become one, of which all lanes' lie one behind the
; other. Scalars at such distances stay: they are reached by steps.
; RUN: weft-opt -weft-passes="coalesce-accesses" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

declare i32 @weft.local.id.0() memory(none)

; CHECK-LABEL: define void @k(
; CHECK: load <8 x float>, ptr addrspace(1) %{{.*}}, align 8
; CHECK-NOT: load <
; CHECK: load float
; CHECK: load float
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %in, ptr addrspace(1) %pairs, ptr addrspace(1) %out) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %place = zext nneg i32 %id to i64
  %p0 = getelementptr [4 x <2 x float>], ptr addrspace(1) %in, i64 %place
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 16
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 24
  %v0 = load <2 x float>, ptr addrspace(1) %p0, align 8
  %v1 = load <2 x float>, ptr addrspace(1) %p1, align 8
  %v2 = load <2 x float>, ptr addrspace(1) %p2, align 8
  %v3 = load <2 x float>, ptr addrspace(1) %p3, align 8
  %s0 = fadd <2 x float> %v0, %v1
  %s1 = fadd <2 x float> %v2, %v3
  %s = fadd <2 x float> %s0, %s1
  %q0 = getelementptr [2 x float], ptr addrspace(1) %pairs, i64 %place
  %q1 = getelementptr i8, ptr addrspace(1) %q0, i64 4
  %x = load float, ptr addrspace(1) %q0, align 4
  %y = load float, ptr addrspace(1) %q1, align 4
  %xy = fadd float %x, %y
  %t = insertelement <2 x float> %s, float %xy, i64 0
  %to = getelementptr <2 x float>, ptr addrspace(1) %out, i64 %place
  store <2 x float> %t, ptr addrspace(1) %to, align 8
  ret void
}
