; The lists of forms, stages and parameters in docs/passes.md are those of the compiler.
; RUN: weft-opt --stages > %t.compiler
; RUN: sed -n '/^<!-- begin stages -->$/,/^<!-- end stages -->$/p' %S/../../../docs/passes.md | sed '1d;$d' > %t.docs
; RUN: diff %t.docs %t.compiler
