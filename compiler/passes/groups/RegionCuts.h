// Inserts barriers, so that the blocks between barriers are copied less often and the code between barriers is shorter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_REGION_CUTS_H
#define WEFT_COMPILER_PASSES_GROUPS_REGION_CUTS_H

#include <cstddef>

#include "codegen/CompileBudget.h"

namespace llvm {
class Function;
}

namespace weft::compiler {

class BarrierRegions;

/// Reduces copies of blocks. Each region has a copy of all blocks from a barrier to the next barriers. For example, the
/// code after a loop with a barrier belongs to two regions: to the region before the loop, as the loop may not run, and
/// to the last region in the loop. If many such loops follow each other, the copies grow with the square of the number
/// of loops. If the regions of `kernel` would be several times as large as the kernel itself, this function inserts
/// barriers at points where regions join. It does so only at points that all work-items of a group reach equally often,
/// so that one more barrier changes nothing but the points at which regions end.
void cutOverlappingRegions(llvm::Function &kernel, const RegionLimits &limits);

/// Shortens regions, because the time of LLVM's loop vectoriser grows with the square of a loop's length. If the kernel
/// is long and its private variables have few bytes, this function inserts a barrier after each RegionLimits::length
/// instructions of straight-line code that all work-items run once. A region, and so a loop over work-items, ends at
/// each barrier. Neither of these two functions changes a kernel whose packets must not cross from one row of
/// work-items into the next (rowsBundle).
void cutLongRegions(llvm::Function &kernel, const RegionLimits &limits);

/// Whether all regions of `kernel` together have at most `most` instructions, either as they are or after
/// cutOverlappingRegions(). A block counts once for each region that has a copy of it. Doesn't change `kernel`.
bool fitsRegionBudget(llvm::Function &kernel, const RegionLimits &limits, size_t most);

/// Whether each region of `kernel` gets a second copy for partial packets. It does if the regions together are short
/// enough (RegionLimits). Otherwise the only copy has masks, and full packets run it, too.
bool hasSeparatePartialPackets(const llvm::Function &kernel, const BarrierRegions &regions, const RegionLimits &limits);

} // namespace weft::compiler

#endif
