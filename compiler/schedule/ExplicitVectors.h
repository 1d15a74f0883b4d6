// Decides whether single work-items, with the vectors of the kernel's source, use the CPU's registers better than
// packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SCHEDULE_EXPLICIT_VECTORS_H
#define WEFT_COMPILER_SCHEDULE_EXPLICIT_VECTORS_H

#include "analysis/PacketMapping.h"

namespace llvm {
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// Whether the kernel has a loop that is quicker for single work-items, whose vectors stay whole, than on packets of
/// `width` work-items, which `mapping` names. Only a loop counts that carries more vector elements from iteration to
/// iteration than there are registers, as for a tile of a matrix product. On packets each element is a vector of lanes,
/// and elements that have no register are loaded and stored whenever something is added to them. What counts against
/// single work-items is that they wait for cache lines if they read down columns of a matrix. A loop that contains a
/// barrier doesn't count, as the values that work-items carry over a barrier are in memory anyway. A loop between two
/// barriers counts.
bool areExplicitVectorsQuicker(llvm::Function &kernel, unsigned width, const TargetProfile &profile,
                               PacketMapping mapping, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution);

} // namespace weft::compiler

#endif
