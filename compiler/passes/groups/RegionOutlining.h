// Moves each region of a very long kernel, the code between two barriers, into a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_REGION_OUTLINING_H
#define WEFT_COMPILER_PASSES_GROUPS_REGION_OUTLINING_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: if the kernel has at least `leastInstructions` instructions and `leastRegions` regions, moves each region that
/// work-item-loops has written into a function of its own. A kernel with weft-safe-groups has a second copy of its code
/// that checks each access, for groups that might access memory out of bounds. All regions of this copy together become
/// one function, even if the kernel is short.
/// Why: regions share nothing but the group's variables and scratch, so the cost is one call per region and group. The
/// copy with checks, which few groups run, would take registers from the code that nearly all groups run, and would lie
/// between its blocks in memory.
/// Requires: region starts as work-item-loops marks them (weft.region.start on the branch into the loops).
/// Guarantees: the kernel calls each region; a variable that only one region uses is in that region's function.
///
///   region.1:                                      region.1:
///     br label %loops, !weft.region.start    =>      call void @k.region.1(...)
///   loops: ...                                       br label %region.2
void outlineRegions(llvm::Function &kernel, unsigned leastInstructions, unsigned leastRegions);

} // namespace weft::compiler

#endif
