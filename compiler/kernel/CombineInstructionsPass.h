// Runs LLVM's InstCombine so that its time is linear in a function's length, even if a variable has very many uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_COMBINE_INSTRUCTIONS_PASS_H
#define WEFT_COMPILER_KERNEL_COMBINE_INSTRUCTIONS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: runs InstCombine, but hides from it where the address of a variable with very many uses comes from.
/// Why: each time InstCombine replaces an address within a variable, it visits all other uses of the variable. A
/// private array that a long kernel accesses thousands of times would take time with the square of the number of
/// accesses.
/// Requires: nothing.
/// Guarantees: does what InstCombine does, except for replacements that need to know which variable an address belongs
/// to. An example is replacing a copy of a constant by the constant, which LLVM's later optimisation still does.
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
