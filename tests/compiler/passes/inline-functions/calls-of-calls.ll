; What the kernel calls is inlined, what that calls as well, and is gone; builtins and what others use stay.
; RUN: weft-opt -weft-passes="inline-functions" %s | FileCheck %s

; CHECK-NOT: @inner(
; CHECK-NOT: @outer(
; CHECK: declare float @_Z3sinf(float)
; CHECK-LABEL: define void @k(
; CHECK: %[[SINE:.*]] = call float @_Z3sinf(float %x)
; CHECK: %[[TWICE:.*]] = fadd float %[[SINE]], %[[SINE]]
; CHECK: store float %[[TWICE]], ptr %p
; CHECK: call void %f(ptr @shared)
; CHECK: ret void
; CHECK: define internal void @shared(
declare float @_Z3sinf(float)

define internal float @inner(float %x) {
  %sine = call float @_Z3sinf(float %x)
  ret float %sine
}

define internal float @outer(float %x) {
  %once = call float @inner(float %x)
  %twice = fadd float %once, %once
  ret float %twice
}

define void @k(float %x, ptr %p) "weft-kernel" {
  %v = call float @outer(float %x)
  store float %v, ptr %p
  %f = load ptr, ptr %p
  call void %f(ptr @shared)
  ret void
}

define internal void @shared(ptr %q) {
  ret void
}
