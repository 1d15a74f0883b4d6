// Whether vectors of the kernel's source make better use of the CPU's registers than packets would.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_EXPLICIT_VECTORS_H
#define WEFT_COMPILER_ANALYSIS_EXPLICIT_VECTORS_H

namespace llvm {
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// Whether the kernel has a loop that is quicker for single work-items, whose vectors stay whole, than on packets of
/// `width` work-items. That is so if the loop carries more vector elements from iteration to iteration than there are
/// registers, such as a tile of a matrix product. On packets each element is a vector of lanes. Elements that have
/// no register are loaded and stored whenever something is added to them. But single work-items that read down columns
/// of a matrix wait for cache lines. A loop that contains a barrier doesn't count, as the values that work-items carry
/// over a barrier are in memory anyway; a loop between two barriers does.
bool areExplicitVectorsQuicker(llvm::Function &kernel, unsigned width, const TargetProfile &profile,
                               const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution);

} // namespace weft::compiler

#endif
