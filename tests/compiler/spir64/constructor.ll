; Functions that run before all others, for variables of the program: they are the program's own and take nothing. Those
; that run after all others are not called.
; RUN: weft-opt --verify-spir64 %s
; RUN: sed 's/ @f()/ @f(i32 %%x)/' %s | not weft-opt --verify-spir64 - 2>&1 | FileCheck %s --check-prefix=FORM
; RUN: sed 's/spir_func/spir_kernel/' %s | not weft-opt --verify-spir64 - 2>&1 | FileCheck %s --check-prefix=FORM
; RUN: sed 's/global_ctors/global_dtors/' %s | not weft-opt --verify-spir64 - 2>&1 | FileCheck %s --check-prefix=AFTER
; FORM: The program can't be used: its list of constructors is of another form.
; AFTER: The program can't be used: it has destructors of a whole program, which this device does not call.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]

define spir_func void @f() {
  ret void
}
