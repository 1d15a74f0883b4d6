; Functions that reach a work-item function are inlined, at any depth; others stay calls.
; RUN: weft-opt -weft-passes="inline-work-item-calls" %s | FileCheck %s

declare spir_func void @_Z7barrierj(i32) #1
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK: define internal spir_func i32 @plain
define internal spir_func i32 @plain(i32 %x) noinline {
  %r = mul i32 %x, 3
  ret i32 %r
}

; CHECK-NOT: @inner
define internal spir_func void @inner() #1 {
  call spir_func void @_Z7barrierj(i32 1) #1
  ret void
}

; CHECK-NOT: @outer
define internal spir_func i64 @outer() #1 {
  call spir_func void @inner() #1
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  ret i64 %id
}

; CHECK-LABEL: define void @k(
; CHECK: call spir_func void @_Z7barrierj(i32 1)
; CHECK: %[[ID:.*]] = call spir_func i64 @_Z13get_global_idj(i32 0)
; CHECK: call spir_func i32 @plain
define void @k(ptr addrspace(1) %p) #0 {
  %id = call spir_func i64 @outer() #1
  %slot = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %value = call spir_func i32 @plain(i32 5)
  store i32 %value, ptr addrspace(1) %slot
  ret void
}

attributes #0 = { "weft-kernel" }
attributes #1 = { convergent }
