; What an address is made of is looked at once each, and of a long expression only a part: here each value names the one
; before six times, which would be 6 to the power of 14 looks. The address stays the same, so the loop waits.
; RUN: weft-opt -weft-passes="choose-fibers" %s | FileCheck %s

declare i64 @mix(i64, i64, i64, i64, i64, i64) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: again.spin:
; CHECK-NEXT: call void @weft.yield()
define void @k(ptr addrspace(1) %p, i64 %n) "weft-kernel" {
entry:
  br label %again
again:
  %x0 = add i64 %n, 1
  %x1 = call i64 @mix(i64 %x0, i64 %x0, i64 %x0, i64 %x0, i64 %x0, i64 %x0) memory(none)
  %x2 = call i64 @mix(i64 %x1, i64 %x1, i64 %x1, i64 %x1, i64 %x1, i64 %x1) memory(none)
  %x3 = call i64 @mix(i64 %x2, i64 %x2, i64 %x2, i64 %x2, i64 %x2, i64 %x2) memory(none)
  %x4 = call i64 @mix(i64 %x3, i64 %x3, i64 %x3, i64 %x3, i64 %x3, i64 %x3) memory(none)
  %x5 = call i64 @mix(i64 %x4, i64 %x4, i64 %x4, i64 %x4, i64 %x4, i64 %x4) memory(none)
  %x6 = call i64 @mix(i64 %x5, i64 %x5, i64 %x5, i64 %x5, i64 %x5, i64 %x5) memory(none)
  %x7 = call i64 @mix(i64 %x6, i64 %x6, i64 %x6, i64 %x6, i64 %x6, i64 %x6) memory(none)
  %x8 = call i64 @mix(i64 %x7, i64 %x7, i64 %x7, i64 %x7, i64 %x7, i64 %x7) memory(none)
  %x9 = call i64 @mix(i64 %x8, i64 %x8, i64 %x8, i64 %x8, i64 %x8, i64 %x8) memory(none)
  %x10 = call i64 @mix(i64 %x9, i64 %x9, i64 %x9, i64 %x9, i64 %x9, i64 %x9) memory(none)
  %x11 = call i64 @mix(i64 %x10, i64 %x10, i64 %x10, i64 %x10, i64 %x10, i64 %x10) memory(none)
  %x12 = call i64 @mix(i64 %x11, i64 %x11, i64 %x11, i64 %x11, i64 %x11, i64 %x11) memory(none)
  %x13 = call i64 @mix(i64 %x12, i64 %x12, i64 %x12, i64 %x12, i64 %x12, i64 %x12) memory(none)
  %x14 = call i64 @mix(i64 %x13, i64 %x13, i64 %x13, i64 %x13, i64 %x13, i64 %x13) memory(none)
  %flag = getelementptr i32, ptr addrspace(1) %p, i64 %x14
  %v = load volatile i32, ptr addrspace(1) %flag
  %waiting = icmp eq i32 %v, 0
  br i1 %waiting, label %again, label %end
end:
  ret void
}
