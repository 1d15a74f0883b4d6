// Decides comparisons of floating-point numbers whose bounds are known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_FOLD_FLOAT_COMPARISONS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_FOLD_FLOAT_COMPARISONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: makes constants of comparisons that hold, or don't, for all numbers which their operands can be: what integers
/// of known bits have been converted to, and what is computed from these and constants.
/// Why: sines and cosines ask whether an angle is so large that it takes longer to find its place in a turn. An angle
/// is mostly a fraction of a turn: a counter or an id times a step, or a random integer that has been scaled. LLVM 22
/// knows the bits of integers, and of floating-point numbers only whether they are negative, infinite or none.
/// Requires: builtins have been inlined. Behind this LLVM clears away the branches.
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
