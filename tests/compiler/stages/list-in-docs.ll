; The lists of forms, stages and parameters in docs/stages.md are those of the compiler.
; RUN: weft-opt --stages > %t.compiler
; RUN: sed '1,4d' %S/../../../docs/stages.md > %t.docs
; RUN: diff %t.docs %t.compiler
