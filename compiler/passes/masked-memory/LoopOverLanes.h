// Lowers masked loads and stores, if the CPU has no instruction for them, to loops over the active lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_LOOP_OVER_LANES_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_LOOP_OVER_LANES_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: a masked load or store that the CPU has no masked instruction for, and whose mask isn't constant, becomes a
/// loop over the active lanes. The loop copies each lane's element between memory and a vector on the stack. Masks of
/// fewer than 8 lanes, and of more than 64, stay as they are.
/// Why: LLVM would split the access into scalar ones, with a branch and a dozen instructions for each lane. If each of
/// 16 work-items loads three bytes, this makes 48 branches. So the code of partial packets, whose last lanes are masked
/// off, was several times as long as all other code, and took most of the compiler's time.
///
///   %v = call <8 x i8> @llvm.masked.load(ptr %p, <8 x i1> %m, <8 x i8> %others)
/// =>
///   store <8 x i8> %others, ptr %lanes
///   for (rest = bits of %m; rest != 0; rest &= rest - 1)
///     i = cttz(rest), %lanes[i] = %p[i];
///   %v = load <8 x i8>, ptr %lanes
bool loopOverLanes(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
