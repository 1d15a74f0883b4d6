// Asks for the global memory that a group soon will copy a tile from, and to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_TILE_PREFETCH_H
#define WEFT_COMPILER_PASSES_PACKETS_TILE_PREFETCH_H

#include "codegen/TargetProfile.h"

namespace llvm {
class Function;
}

namespace weft::compiler {

/// A group that copies a tile into local memory reads a short piece of each of many rows. That is more streams than the
/// CPU's prefetchers follow, and each group waits for memory anew. The group two further along dimension 0, which most
/// of the time the same thread runs soon, reads at the same addresses with a group id greater by two: this puts an
/// llvm.prefetch of such an address before each load whose value goes straight to local memory, and before each store
/// to global memory, in kernels that have such loads and are known to have groups of several rows. Not where groups
/// come to a load more than once between barriers and back: the next tile is then this group's own. Nor before a load
/// in a loop whose last trip is for some work-items alone, as they fetch the border of a tile.
///
/// Requires a kernel of the form that packets are made from (PacketPreparation.h).
void prefetchTiles(llvm::Function &kernel, TargetProfile::Prefetch choice);

} // namespace weft::compiler

#endif
