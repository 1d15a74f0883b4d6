// Whether a work-item's own vectors make better use of the registers than lanes would.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_OWN_VECTORS_H
#define WEFT_COMPILER_ANALYSIS_OWN_VECTORS_H

namespace llvm {
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// Whether the kernel, one for a work-item with its vectors whole, has a loop that takes less time so than on packets
/// of `width` work-items, as it carries more elements of vectors from trip to trip than there are registers: a tile of
/// sums of a product of matrices. On packets each element is a vector of lanes, and those that have no register are
/// loaded and stored whenever something is added to them. But work-items by themselves that go down columns of memory
/// wait for its lines. A loop with a barrier in it doesn't count, as what work-items carry over one is in memory
/// anyway; a loop between two barriers does.
bool areExplicitVectorsQuicker(llvm::Function &kernel, unsigned width, const TargetProfile &profile,
                               const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution);

} // namespace weft::compiler

#endif
