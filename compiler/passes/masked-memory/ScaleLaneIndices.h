// Scales the indices of a packet's lanes by one vector shift instead of a shift for each lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_SCALE_LANE_INDICES_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_SCALE_LANE_INDICES_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: if the lanes of a vector are indices of elements of 16, 32, 64 or more bytes (a power of two), the vector is
/// shifted. Its lanes then are indices of elements of 8 bytes. The rule changes code for x86 only.
/// Why: an x86 address takes an index times 1, 2, 4 or 8 (Intel SDM, volume 1, section 3.7.5); with other sizes each
/// lane needs a shift. In a packet's private array, the elements of all lanes with the same index are neighbours, so an
/// index counts in units of, say, 64 bytes (16 lanes of 4 bytes).
/// Requires: optimisation is over, because it would put the shifts into the addresses again.
///
///   %x = and <16 x i8> %v, splat (i8 15)
///   %i = extractelement <16 x i8> %x, i64 3
///   %j = zext nneg i8 %i to i64
///   %p = getelementptr inbounds [16 x i32], ptr %array, i64 %j
/// =>
///   %x.scaled = shl nuw <16 x i8> %x, splat (i8 3)
///   %i = extractelement <16 x i8> %x.scaled, i64 3
///   %j = zext i8 %i to i64
///   %p = getelementptr inbounds i64, ptr %array, i64 %j
bool scaleLaneIndices(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
