// Prefetches global memory that a later group will copy to local memory as a tile, or store to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_TILE_PREFETCH_H
#define WEFT_COMPILER_PASSES_PACKETS_TILE_PREFETCH_H

#include "codegen/TargetProfile.h"

namespace llvm {
class Function;
}

namespace weft::compiler {

/// A group that copies a tile into local memory reads a short piece of each of many rows. These are more streams than
/// the CPU's prefetchers follow, so each group waits for memory again. The group two further along dimension 0 reads at
/// addresses that are the same except for the group id, which is greater by two. Most of the time the same thread runs
/// that group soon. This function inserts an llvm.prefetch of such an address before each load whose value goes
/// straight to local memory, and before each store to global memory. It does so only in kernels that have loads of this
/// kind, and only if the code is for one local size with several rows. Two kinds of accesses get no prefetch. An access
/// in a loop with a barrier gets none, because the next tile is for the same group. A load in a loop whose last
/// iteration only some work-items run gets none, because it fetches the border of a tile.
///
/// Requires that the steps of PacketPreparation.h have prepared the kernel for packets.
void prefetchTiles(llvm::Function &kernel, TargetProfile::Prefetch choice);

} // namespace weft::compiler

#endif
