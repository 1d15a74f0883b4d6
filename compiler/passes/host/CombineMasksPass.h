// Makes logical operations of shuffles that blend masks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_BLEND_MASKS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_BLEND_MASKS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: a mask of which each lane comes from the same lane of one of two masks is made by `and` and `or`.
/// Why: InstCombine makes a shuffle of a choice by a constant, as where the last packet of a row has fewer lanes than
/// others. Of a shuffle of bits LLVM's code generator makes one of wider elements: out of a mask register and into it
/// again, some seven cycles instead of one.
/// Requires: nothing. After optimisation. Guarantees: no shuffle blends vectors of bits.
///
///   %m = shufflevector <4 x i1> %x, <4 x i1> <i1 poison, i1 poison, i1 poison, i1 false>, <4 x i32> <i32 0, i32 1, i32
///   2, i32 7>
/// =>
///   %x.any = freeze <4 x i1> %x
///   %m = and <4 x i1> %x.any, <i1 true, i1 true, i1 true, i1 false>
class CombineMasksPass : public llvm::PassInfoMixin<CombineMasksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
