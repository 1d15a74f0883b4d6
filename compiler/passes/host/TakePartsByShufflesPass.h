// Takes parts of vectors by shuffles where LLVM has gone by integers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_TAKE_PARTS_BY_SHUFFLES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_TAKE_PARTS_BY_SHUFFLES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: makes a shuffle of a vector whose bits are those of an integer of more than 64, if that is a part of a vector.
/// Why: a load of some of what a longer vector's store has left becomes shifts of an integer as long as the vector, and
/// machines have those in general registers alone: there a transform of 64 points, which stores four registers
/// interleaved and loads them in order, took 2.5 times as long. Requires: within `optimise`, behind the elimination of
/// loads. Guarantees: other integers stay.
///
///   %all = bitcast <64 x float> %v to i2048
///   %above = lshr i2048 %all, 512
///   %part = trunc i2048 %above to i512
///   %r = bitcast i512 %part to <16 x float>
/// =>
///   %r = shufflevector <64 x float> %v, <64 x float> poison, <16 x i32> <i32 16, i32 17, .., i32 31>
class TakePartsByShufflesPass : public llvm::PassInfoMixin<TakePartsByShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
