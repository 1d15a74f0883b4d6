// Turns long chains of products and sums with constants into multiply-adds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_CONTRACT_MULTIPLY_ADDS_PASS_H
#define WEFT_COMPILER_KERNEL_CONTRACT_MULTIPLY_ADDS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: turns each step of a chain `s * constant + constant` (or with minus) of at least four steps into llvm.fmuladd,
/// if products and sums may be contracted and the sums be reassociated.
/// Why: with -cl-unsafe-math-optimizations LLVM reduces such a chain, however long it is, to one product and one sum.
/// The author of a long chain doesn't want that: the chain is there to take time. Programs that measure multiply-adds,
/// and choose their amount of work by the result, then measure nothing and choose far too much work. Shorter chains and
/// other operations are left to LLVM, which moves constants and uniform factors out of loops. Multiply-adds would
/// prevent that (docs/measurements.md).
/// Requires: values instead of variables in memory (SROA). Must run before any pass that reassociates sums or products,
/// so before InstCombine, too.
/// Guarantees: the flags that product and sum share stay. If the CPU has no multiply-add instruction, llvm.fmuladd
/// becomes product and sum again.
///
///   %p = fmul reassoc contract float %s, 0.5
///   %t = fsub reassoc contract float 10.0, %p
///   .. twice more ..
///   %q = fmul reassoc contract float %v, 0.5
///   %w = fadd reassoc contract float %q, 3.0
/// =>
///   %t = call reassoc contract float @llvm.fmuladd.f32(float %s, float -0.5, float 10.0)
///   .. twice more ..
///   %w = call reassoc contract float @llvm.fmuladd.f32(float %v, float 0.5, float 3.0)
class ContractMultiplyAddsPass : public llvm::PassInfoMixin<ContractMultiplyAddsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
