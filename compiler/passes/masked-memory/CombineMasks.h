// Replaces shuffles that blend two masks by logical operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_COMBINE_MASKS_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_COMBINE_MASKS_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: if a shuffle takes each lane of a mask from the same lane of one of two masks, `and` and `or` replace the
/// shuffle.
/// Why: InstCombine turns a select by a constant into a shuffle, for example in a loop over packets in which the last
/// packet has fewer active lanes. LLVM's code generator widens the elements of a shuffle of bits: the mask leaves its
/// mask register and returns to it, which takes some seven cycles instead of one.
///
///   %m = shufflevector <4 x i1> %x, <4 x i1> <i1 poison, i1 poison, i1 poison, i1 false>, <4 x i32>
///       <i32 0, i32 1, i32 2, i32 7>
/// =>
///   %x.any = freeze <4 x i1> %x
///   %m = and <4 x i1> %x.any, <i1 true, i1 true, i1 true, i1 false>
bool combineMasks(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
