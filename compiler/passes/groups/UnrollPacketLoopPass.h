// Marks the loops over a group's packets for unrolling if packets exchange values or branch on their index.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_UNROLL_PACKET_LOOP_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_UNROLL_PACKET_LOOP_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks the loops over packets, and over rows of packets, for LLVM to unroll completely. It does so if several
/// regions of a kernel (parts between barriers) load from local memory, and the vector operations of all the kernel's
/// unrolled packet loops together are few enough (CodeSizes::unrolledPackets). It also marks loops over few packets in
/// which a branch depends only on the packet's index.
/// Why: when each packet has code of its own, its addresses are constants. So a load of a packet from local memory
/// becomes a value that a packet has stored, or a shuffle of several such values (ForwardStoresPass), and most stores
/// become unused. A branch on the packet's index disappears.
/// Requires: work-item-loops on packets. In code for any local size, loops whose trip count depends on the local size
/// stay as they are.
class UnrollPacketLoopPass : public llvm::PassInfoMixin<UnrollPacketLoopPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
