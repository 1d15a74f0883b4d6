// Marks the loops over a group's packets for unrolling where packets exchange values through local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_UNROLL_PACKET_LOOP_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_UNROLL_PACKET_LOOP_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks the loops over packets, and over rows of packets, for LLVM to unroll completely. It does so in kernels
/// whose regions between barriers load from local memory and are short enough.
/// Why: when each packet has code of its own, its addresses are constants. So a load of a packet from local memory
/// becomes the value that a packet has stored, or a shuffle of two such values (ForwardStoresPass), and most stores
/// become unused.
/// Requires: work-item-loops on packets. Loops whose trip count is known only with the local size stay as they are.
class UnrollPacketLoopPass : public llvm::PassInfoMixin<UnrollPacketLoopPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
