// Bounds how often the blocks between barriers are copied, and how long regions are.
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

/// Each region is a copy of all blocks up to the next barrier. Behind a loop with a barrier in it, for one, stands code
/// that belongs to the region before the loop, as the loop may not run, and to the last one in it. Where many such
/// loops follow each other the copies grow with the square of their number. If the regions of `kernel` would be several
/// times as large as the kernel itself, this puts a barrier of its own where regions meet, in places that all
/// work-items of a group come to equally often: there one more barrier changes nothing but where regions end.
void cutOverlappingRegions(llvm::Function &kernel, const RegionLimits &limits);

/// LLVM's loop vectoriser takes time with the square of a loop's length. In a long kernel with few private variables
/// this puts a barrier of its own after each RegionLimits::length of straight code that all work-items run once; a
/// region and so a loop over work-items ends there. Neither cuts a kernel whose packets keep to rows (rowsBundle).
void cutLongRegions(llvm::Function &kernel, const RegionLimits &limits);

/// Whether all regions together, cut or not, have no more than `most` instructions. Leaves `kernel` as it is.
bool regionsFit(llvm::Function &kernel, const RegionLimits &limits, size_t most);

/// Whether the packets of `kernel` that aren't full are to have a copy of each region.
bool separatesRests(const llvm::Function &kernel, const BarrierRegions &regions, const RegionLimits &limits);

} // namespace weft::compiler

#endif
