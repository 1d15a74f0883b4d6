// Writes dot products of bytes and halves in the CPU's instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_DOT_PRODUCTS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_DOT_PRODUCTS_PASS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// What: replaces weft.dot (kernel/DotProduct.h): of vectors by what the CPU has for it (codegen/NativeDotProducts.h),
/// with the sum that the result is added to, where that is its only use; else by shifts, products and sums.
/// Why: after optimisation, as LLVM's vectoriser makes vectors of single ones.
/// Requires: a module for the target.
/// Guarantees: no weft.dot is left, also none that nobody has used.
///
///   %dot = call <16 x i32> @weft.dot.8.us.v16(<16 x i32> %x, <16 x i32> %y)
///   %sum = add <16 x i32> %before, %dot
/// =>
///   %sum = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> %before, <64 x i8> %x.bytes, <64 x i8> %y.bytes)
class LowerDotProductsPass : public llvm::PassInfoMixin<LowerDotProductsPass> {
public:
  /// `target` must outlive the pass.
  explicit LowerDotProductsPass(const llvm::TargetMachine &target) : target_(target) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const llvm::TargetMachine &target_;
};

} // namespace weft::compiler

#endif
