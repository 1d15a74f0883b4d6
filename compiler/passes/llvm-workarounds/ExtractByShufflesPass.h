// Extracts parts of vectors by shuffles instead of the integer shifts that LLVM has made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_LLVM_WORKAROUNDS_EXTRACT_BY_SHUFFLES_PASS_H
#define WEFT_COMPILER_PASSES_LLVM_WORKAROUNDS_EXTRACT_BY_SHUFFLES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: some vectors are cast from an integer of more than 64 bits. If this integer is a part of another vector's
/// bits, a shuffle of the other vector replaces the cast.
/// Why: if a load reads a part of what the store of a longer vector has written, LLVM makes shifts of an integer as
/// long as that vector. CPUs shift integers of this length in general registers only, 64 bits at a time. A Fourier
/// transform of 64 points, which stores four registers interleaved and loads them in order, took 2.5 times as long with
/// shifts as with shuffles.
/// Requires: that the pass runs within `optimise`, after LLVM has replaced loads by stored values.
/// Guarantees: other integers stay as they are.
///
///   %all = bitcast <64 x float> %v to i2048
///   %above = lshr i2048 %all, 512
///   %part = trunc i2048 %above to i512
///   %r = bitcast i512 %part to <16 x float>
/// =>
///   %r = shufflevector <64 x float> %v, <64 x float> poison, <16 x i32> <i32 16, i32 17, .., i32 31>
class ExtractByShufflesPass : public llvm::PassInfoMixin<ExtractByShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
