; A function that is no kernel does not count as one.
; RUN: not weft-opt -weft-passes="extract-kernel<f>" %s 2>&1 | FileCheck %s

; CHECK: error: the program has no kernel named 'f'
define spir_func void @f() {
  ret void
}
