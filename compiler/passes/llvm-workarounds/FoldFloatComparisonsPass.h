// Folds comparisons of floating-point numbers whose bounds are known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_LLVM_WORKAROUNDS_FOLD_FLOAT_COMPARISONS_PASS_H
#define WEFT_COMPILER_PASSES_LLVM_WORKAROUNDS_FOLD_FLOAT_COMPARISONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces a comparison by a constant if the bounds of its operands determine the result. If LLVM knows some
/// bits of an integer that is converted to floating point, the pass knows the number's bounds. It then also knows the
/// bounds of numbers that are computed from such numbers and constants.
/// Why: the sine and cosine functions test whether an angle is so large that its reduction to one turn takes longer.
/// Mostly an angle is a fraction of a turn: a counter or an id times a step, or a random integer that has been scaled.
/// LLVM 22 knows the bits of integers; of floating-point numbers it knows only whether they are negative, infinite or
/// NaN.
/// Requires: that builtins have been inlined. LLVM removes the dead branches after this pass.
/// Guarantees: the same results.
///
///   %k = and i32 %id, 511
///   %number = uitofp i32 %k to float
///   %angle = fmul float %number, 0x3F747AE140000000
///   %near = fcmp olt float %angle, 1.920000e+02
/// =>
///   %near is true
class FoldFloatComparisonsPass : public llvm::PassInfoMixin<FoldFloatComparisonsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
