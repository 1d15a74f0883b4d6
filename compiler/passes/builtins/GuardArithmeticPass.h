// Guards integer divisions, so that they have a result even for operands for which the CPU would trap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_GUARD_ARITHMETIC_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_GUARD_ARITHMETIC_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: adds a test before each integer division and remainder whose divisor may be 0, or may be -1 if the division is
/// signed. If at run time the division would overflow or divide by zero, the code divides by 1 instead.
/// Why: in OpenCL C the result of these divisions is an unspecified value (OpenCL C 3.0, 6.3.a), but an x86 CPU raises
/// an exception, which ends the process.
/// Requires: nothing.
/// Guarantees: no integer division or remainder of the module traps or has undefined behaviour.
///
///   %q = sdiv i32 %a, %b   =>   %zero = icmp eq i32 %b, 0
///                               %minus = icmp eq i32 %b, -1
///                               %low = icmp eq i32 %a, -2147483648
///                               %over = and i1 %minus, %low
///                               %bad = or i1 %zero, %over
///                               %safe = select i1 %bad, i32 1, i32 %b
///                               %q = sdiv i32 %a, %safe
class GuardArithmeticPass : public llvm::PassInfoMixin<GuardArithmeticPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
