; Divisions and conversions are reported where their result is undefined; those that are harmless are left alone.
; RUN: weft-opt -weft-passes="insert-checks" %s | FileCheck %s
target triple = "spir64"

; CHECK-LABEL: define void @k(
; CHECK: %[[ZERO:.*]] = icmp eq i32 %d, 0
; CHECK: %[[LEAST:.*]] = icmp eq i32 %n, -2147483648
; CHECK: %[[MINUS:.*]] = icmp eq i32 %d, -1
; CHECK: %[[BOTH:.*]] = and i1 %[[LEAST]], %[[MINUS]]
; CHECK: %[[BAD:.*]] = or i1 %[[ZERO]], %[[BOTH]]
; CHECK: br i1 %[[BAD]], label %[[REPORT:.*]], label %[[BEHIND:.*]]
; CHECK: [[REPORT]]:
; CHECK: call void @weft.check.report(
; CHECK: [[BEHIND]]:
; CHECK-NEXT: %q = sdiv i32 %n, %d
; CHECK-NEXT: %half = sdiv i32 %q, 2
; CHECK: %[[ABOVE:.*]] = fcmp oge float %f, 0xC1E0000000000000
; CHECK: %[[BELOW:.*]] = fcmp olt float %f, 0x41E0000000000000
; CHECK: %[[FITS:.*]] = and i1 %[[ABOVE]], %[[BELOW]]
; CHECK: xor i1 %[[FITS]], true
; CHECK: call void @weft.check.report(
; CHECK: fptosi float %f to i32
; A shift that is masked, as Clang writes OpenCL C's, and one that isn't:
; CHECK: %masked = and i32 %d, 31
; CHECK-NEXT: shl i32 %n, %masked
; CHECK-NEXT: icmp uge i32 %d, 32
; CHECK: call void @weft.check.report(
; CHECK: lshr i32 %n, %d
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-checks"="values" {
entry:
  br label %body

body:
  %n = load i32, ptr %launch, align 4
  %d = load i32, ptr %group, align 4
  %f = load float, ptr %group, align 4
  %q = sdiv i32 %n, %d
  %half = sdiv i32 %q, 2
  %c = fptosi float %f to i32
  %masked = and i32 %d, 31
  %s = shl i32 %n, %masked
  %t = lshr i32 %n, %d
  ret void
}
