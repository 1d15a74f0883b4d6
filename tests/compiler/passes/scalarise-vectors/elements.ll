; Operations on OpenCL C's vectors become ones on their elements; loads and stores stay.
; RUN: weft-opt -weft-passes=scalarise-vectors %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: load <2 x float>
; CHECK: fadd float
; CHECK: fadd float
; CHECK-NOT: fadd <2 x float>
; CHECK: store <2 x float>
; Nothing but the kernel is touched.
; CHECK-LABEL: define <2 x float> @other(
; CHECK: fadd <2 x float>
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) #0 {
  %v = load <2 x float>, ptr addrspace(1) %a
  %w = fadd <2 x float> %v, %v
  store <2 x float> %w, ptr addrspace(1) %a
  ret void
}

define <2 x float> @other(<2 x float> %v) {
  %w = fadd <2 x float> %v, %v
  ret <2 x float> %w
}

attributes #0 = { "weft-kernel" }
