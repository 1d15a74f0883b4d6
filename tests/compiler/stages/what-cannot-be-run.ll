; A stage that there isn't, a wrong order and a module of another form are refused with a sentence.
; RUN: not weft-opt --from=nothing %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not weft-opt --to=nothing %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not weft-opt --print-after=nothing %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not weft-opt --from=simplify --to=lower-images %s 2>&1 | FileCheck %s --check-prefix=ORDER
; RUN: not weft-opt --from=simplify %s 2>&1 | FileCheck %s --check-prefix=NO-KERNEL
; RUN: sed 's/spir_kernel void @k(/void @k(/; s/nounwind/"weft-kernel"/' %s | not weft-opt --from=simplify 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SIGNATURE
; RUN: not weft-opt --from=optimise %s 2>&1 | FileCheck %s --check-prefix=TRIPLE
; RUN: not weft-opt --kernel=other %s 2>&1 | FileCheck %s --check-prefix=KERNEL
; RUN: not weft-opt --kernel=k --without=unroll-and-jam,simplify %s 2>&1 | FileCheck %s --check-prefix=REQUIRED
; RUN: not weft-opt --kernel=k --without=nothing %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: weft-opt --kernel=k --to=extract-kernel %s | FileCheck %s

; NAME: weft-opt: there is no stage 'nothing'; --stages lists them
; ORDER: weft-opt: the stage 'simplify' comes after 'lower-images'
; NO-KERNEL: weft-opt: the stage 'simplify' takes the form 'work-item', which the module hasn't got: no function is marked weft-kernel
; SIGNATURE: weft-opt: the stage 'simplify' takes the form 'work-item', which the module hasn't got: its kernel has other parameters than a launch and a group
; TRIPLE: weft-opt: the stage 'optimise' takes the form 'host', which the module hasn't got: it is for 'spir64'
; REQUIRED: weft-opt: no stage 'simplify' may be left out
; UNKNOWN: weft-opt: no stage 'nothing' may be left out
; KERNEL: weft-opt: {{.*}}other

; CHECK: define void @k(i32 %a) #0 {
; CHECK: attributes #0 = {{.*}}"weft-kernel"
target triple = "spir64"
define spir_kernel void @k(i32 %a) #0 {
  ret void
}
attributes #0 = { nounwind }
