// Rewrites permutations of lanes to extractions and insertions, which LLVM's code generator turns into one instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_PERMUTATIONS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_PERMUTATIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces each call of weft.permute.<type> (Permutation.h) by an extraction and an insertion for each lane.
/// Why: if the CPU has an instruction for the permutation (vpermps, vpermpd), instruction selection turns these
/// extractions and insertions into that instruction. It recognises them only if all are in one block.
/// Requires: nothing. The pass runs after optimisation, which would move the extractions of invariant lanes out of
/// loops one by one.
/// Guarantees: no such call is left.
///
///   %r = call <4 x float> @weft.permute.v4f32(<4 x float> %values, <4 x i32> %from)
/// =>
///   %n = extractelement <4 x i32> %from, i64 0
///   %x = extractelement <4 x float> %values, i32 %n
///   %r.0 = insertelement <4 x float> poison, float %x, i64 0
///   ..
class LowerPermutationsPass : public llvm::PassInfoMixin<LowerPermutationsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
