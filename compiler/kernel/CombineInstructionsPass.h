// LLVM's InstCombine, in time that grows with a function's length alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_COMBINE_INSTRUCTIONS_PASS_H
#define WEFT_COMPILER_KERNEL_COMBINE_INSTRUCTIONS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: InstCombine, which does not see where the address of a variable with very many uses comes from.
/// Why: each time InstCombine replaces an address within a variable, it goes through all other uses of the variable: a
/// private array that a long kernel accesses thousands of times would take time with the square of their number.
/// Requires: nothing.
/// Guarantees: what InstCombine does, but for what it knows of such a variable alone (that it is a copy of a constant
/// one, say, which LLVM's optimisation still finds).
///
///   %a = alloca [9 x i32]                                  %a = alloca [9 x i32]
///   %p = getelementptr [9 x i32], ptr %a, i64 0, i64 %i => %p = getelementptr i32, ptr %a, i64 %i
class CombineInstructionsPass : public llvm::PassInfoMixin<CombineInstructionsPass> {
public:
  explicit CombineInstructionsPass(unsigned mostUses = CodeSizes::variableUses) : mostUses_(mostUses) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned mostUses_;
};

} // namespace weft::compiler

#endif
