// Replaces each call of printf by a call of the executor's printer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_PRINTF_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_PRINTF_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: stores the arguments of each printf into a variable, describes their types in a constant table
/// (WeftPrintArgument), and calls WeftLaunch::print.
/// Why: the executor formats and writes the output of many work-items that print at the same time; without the table
/// the executor couldn't know the types of the arguments.
/// Requires: the kernel has the ABI's signature, one address space, and the only calls of printf (bind-arguments,
/// inline-work-item-calls, flatten-address-spaces). Runs before any pass that takes printf for the C library's
/// function.
/// Guarantees: no call of printf is left; the kernel has weft-prints if it had such a call.
///
///   %r = call i32 (ptr, ...) @printf(ptr @format, i32 %i, <2 x float> %v)
///   =>
///   store i32 %i, ptr %print.values
///   store <2 x float> %v, ptr (%print.values + 4)
///   %r = call i32 %print(ptr %printer, ptr @format, ptr @weft.print.arguments, i32 2, ptr %print.values)
class LowerPrintfPass : public llvm::PassInfoMixin<LowerPrintfPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
