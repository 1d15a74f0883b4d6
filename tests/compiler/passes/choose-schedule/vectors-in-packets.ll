; Kernels with vectors have packets where these may gain more than it costs to turn the vectors. Each kernel differs in
; one thing from that of whole-vectors.ll, which has none.
; RUN: split-file %s %t
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-schedule\<16\> %t/vectors-of-four.ll \
; RUN:   | FileCheck %t/vectors-of-four.ll
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-schedule\<16\> %t/library-function.ll \
; RUN:   | FileCheck %t/library-function.ll
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-schedule\<16\> %t/loop.ll | FileCheck %t/loop.ll
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-schedule\<16\> %t/barrier.ll | FileCheck %t/barrier.ll

;--- vectors-of-four.ll
; Vectors of four leave most of a register empty.
; CHECK-LABEL: define void @packets_for_vectors_of_four(
; CHECK: attributes #{{.*}} "weft-schedule"="{{.*}}width=16{{[ "]}}
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @packets_for_vectors_of_four(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %id
  %x = load <4 x float>, ptr addrspace(1) %from
  %product = fmul <4 x float> %x, splat (float 1.0)
  %sum = fadd <4 x float> %x, %product
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %id
  store <4 x float> %sum, ptr addrspace(1) %to
  ret void
}

;--- library-function.ll
; A function of the library takes long enough that turning the vectors doesn't count.
; CHECK-LABEL: define void @packets_for_a_library_function(
; CHECK: attributes #{{.*}} "weft-schedule"="{{.*}}width=16{{[ "]}}
target triple = "spir64"
declare i32 @weft.local.id.0()
declare <8 x float> @_Z3expDv8_f(<8 x float>) memory(none)
define void @packets_for_a_library_function(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %from = getelementptr <8 x float>, ptr addrspace(1) %in, i32 %id
  %x = load <8 x float>, ptr addrspace(1) %from
  %product = fmul <8 x float> %x, splat (float 1.0)
  %sum = call <8 x float> @_Z3expDv8_f(<8 x float> %product)
  %to = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %id
  store <8 x float> %sum, ptr addrspace(1) %to
  ret void
}

;--- loop.ll
; The estimate doesn't cover loops, which may do much work between the load and the store.
; CHECK-LABEL: define void @packets_for_a_loop(
; CHECK: attributes #{{.*}} "weft-schedule"="{{.*}}width=16{{[ "]}}
target triple = "spir64"
declare i32 @weft.local.id.0()
define void @packets_for_a_loop(ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %more) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %from = getelementptr <8 x float>, ptr addrspace(1) %in, i32 %id
  %x = load <8 x float>, ptr addrspace(1) %from
  %product = fmul <8 x float> %x, splat (float 1.0)
  %sum = fadd <8 x float> %x, %product
  %to = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %id
  store <8 x float> %sum, ptr addrspace(1) %to
  br label %loop

loop:
  br i1 %more, label %loop, label %end

end:
  ret void
}

;--- barrier.ll
; Nor does it cover barriers, at which work-items that run one by one would each keep their values in memory.
; CHECK-LABEL: define void @packets_for_a_barrier(
; CHECK: attributes #{{.*}} "weft-schedule"="{{.*}}width=16{{[ "]}}
target triple = "spir64"
declare i32 @weft.local.id.0()
declare void @weft.barrier() convergent
define void @packets_for_a_barrier(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %from = getelementptr <8 x float>, ptr addrspace(1) %in, i32 %id
  %x = load <8 x float>, ptr addrspace(1) %from
  %product = fmul <8 x float> %x, splat (float 1.0)
  %sum = fadd <8 x float> %x, %product
  %to = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %id
  store <8 x float> %sum, ptr addrspace(1) %to
  call void @weft.barrier()
  ret void
}
