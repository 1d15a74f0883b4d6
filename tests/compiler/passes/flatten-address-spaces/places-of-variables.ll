; A debugger finds a variable without the address space that Clang adds to its place; the rest of the expression stays.
; RUN: weft-opt -weft-passes="flatten-address-spaces" %s | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK: #dbg_declare(ptr %variable, !{{[0-9]+}}, !DIExpression(), !{{[0-9]+}})
; CHECK: #dbg_value(i32 %x, !{{[0-9]+}}, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !{{[0-9]+}})
define void @f(i32 %x) !dbg !4 {
  %variable = alloca i32
  #dbg_declare(ptr %variable, !7, !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef), !9)
  #dbg_value(i32 %x, !7, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_constu, 3, DW_OP_swap, DW_OP_xderef, DW_OP_stack_value), !9)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "program.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocation(line: 2, scope: !4)
