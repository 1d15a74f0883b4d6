// Lowers vector operations that LLVM's code generator knows no good code for: dot products, permutations, divisions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_VECTOR_OPERATIONS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_VECTOR_OPERATIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// What: replaces three operations. weft.dot becomes the CPU's dot product instruction (DotProductLowering.h). A
/// division of vectors of integers becomes one of floating-point numbers (VectorDivision.h). weft.permute.<type>
/// (Permutation.h) becomes an extraction and an insertion for each lane.
/// Why: if the CPU has an instruction for a permutation (vpermps, vpermpd), instruction selection turns the extractions
/// and insertions into that instruction. It recognises them only if all are in one block.
/// Requires: a module for the target. The pass runs after optimisation, which makes vectors of single dot products,
/// knows more about divisions of integers, and would move the extractions of invariant lanes out of loops one by one.
/// Guarantees: the same results; no weft.dot and no weft.permute is left.
///
///   %r = call <4 x float> @weft.permute.v4f32(<4 x float> %values, <4 x i32> %from)
/// =>
///   %n = extractelement <4 x i32> %from, i64 0
///   %x = extractelement <4 x float> %values, i32 %n
///   %r.0 = insertelement <4 x float> poison, float %x, i64 0
///   ..
class LowerVectorOperationsPass : public llvm::PassInfoMixin<LowerVectorOperationsPass> {
public:
  /// `target` must outlive the pass.
  explicit LowerVectorOperationsPass(const llvm::TargetMachine &target) : target_(target) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const llvm::TargetMachine &target_;
};

} // namespace weft::compiler

#endif
