; Functions that call functions twice each would be 2 to the power of their number of copies: an error comes before that.
; RUN: not weft-opt -weft-passes="inline-work-item-calls<1000>" %s 2>&1 | FileCheck %s

; CHECK: kernel 'k' is too long: its functions that ask for ids, wait at barriers or print have to be inlined, which gives more than 1000 instructions
declare spir_func i64 @_Z13get_global_idj(i32)

define internal spir_func i64 @f0() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  ret i64 %id
}

define internal spir_func i64 @f1() {
  %a = call spir_func i64 @f0()
  %b = call spir_func i64 @f0()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f2() {
  %a = call spir_func i64 @f1()
  %b = call spir_func i64 @f1()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f3() {
  %a = call spir_func i64 @f2()
  %b = call spir_func i64 @f2()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f4() {
  %a = call spir_func i64 @f3()
  %b = call spir_func i64 @f3()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f5() {
  %a = call spir_func i64 @f4()
  %b = call spir_func i64 @f4()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f6() {
  %a = call spir_func i64 @f5()
  %b = call spir_func i64 @f5()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f7() {
  %a = call spir_func i64 @f6()
  %b = call spir_func i64 @f6()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f8() {
  %a = call spir_func i64 @f7()
  %b = call spir_func i64 @f7()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f9() {
  %a = call spir_func i64 @f8()
  %b = call spir_func i64 @f8()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f10() {
  %a = call spir_func i64 @f9()
  %b = call spir_func i64 @f9()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f11() {
  %a = call spir_func i64 @f10()
  %b = call spir_func i64 @f10()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f12() {
  %a = call spir_func i64 @f11()
  %b = call spir_func i64 @f11()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f13() {
  %a = call spir_func i64 @f12()
  %b = call spir_func i64 @f12()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f14() {
  %a = call spir_func i64 @f13()
  %b = call spir_func i64 @f13()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f15() {
  %a = call spir_func i64 @f14()
  %b = call spir_func i64 @f14()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f16() {
  %a = call spir_func i64 @f15()
  %b = call spir_func i64 @f15()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f17() {
  %a = call spir_func i64 @f16()
  %b = call spir_func i64 @f16()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f18() {
  %a = call spir_func i64 @f17()
  %b = call spir_func i64 @f17()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f19() {
  %a = call spir_func i64 @f18()
  %b = call spir_func i64 @f18()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f20() {
  %a = call spir_func i64 @f19()
  %b = call spir_func i64 @f19()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f21() {
  %a = call spir_func i64 @f20()
  %b = call spir_func i64 @f20()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f22() {
  %a = call spir_func i64 @f21()
  %b = call spir_func i64 @f21()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f23() {
  %a = call spir_func i64 @f22()
  %b = call spir_func i64 @f22()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f24() {
  %a = call spir_func i64 @f23()
  %b = call spir_func i64 @f23()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f25() {
  %a = call spir_func i64 @f24()
  %b = call spir_func i64 @f24()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f26() {
  %a = call spir_func i64 @f25()
  %b = call spir_func i64 @f25()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f27() {
  %a = call spir_func i64 @f26()
  %b = call spir_func i64 @f26()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f28() {
  %a = call spir_func i64 @f27()
  %b = call spir_func i64 @f27()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f29() {
  %a = call spir_func i64 @f28()
  %b = call spir_func i64 @f28()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define internal spir_func i64 @f30() {
  %a = call spir_func i64 @f29()
  %b = call spir_func i64 @f29()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define void @k(ptr addrspace(1) %p) "weft-kernel" {
  %v = call spir_func i64 @f30()
  store i64 %v, ptr addrspace(1) %p
  ret void
}
