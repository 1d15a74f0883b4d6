; A function that uses a variable in local memory becomes a part of the kernel, which knows where the group's local memory
; is, and so do those that call it; other functions stay.
; RUN: weft-opt -weft-passes="inline-work-item-calls" %s | FileCheck %s

@tile = internal addrspace(3) global [4 x i32] undef

; CHECK-NOT: @store
define internal spir_func void @store(i32 %x) noinline {
  %at = getelementptr [4 x i32], ptr addrspace(3) @tile, i32 0, i32 %x
  store i32 %x, ptr addrspace(3) %at
  ret void
}
; CHECK-NOT: @between
define internal spir_func void @between(i32 %x) {
  call spir_func void @store(i32 %x)
  ret void
}
; CHECK: define internal spir_func i32 @apart(
define internal spir_func i32 @apart(i32 %x) noinline {
  ret i32 %x
}

; CHECK: define void @k(
; CHECK: call spir_func i32 @apart(
; CHECK: store i32 %{{.*}}, ptr addrspace(3)
define void @k(i32 %x) "weft-kernel" {
  %y = call spir_func i32 @apart(i32 %x)
  call spir_func void @between(i32 %y)
  ret void
}
