// Finds barriers that no packet needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_JOIN_PACKET_REGIONS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_JOIN_PACKET_REGIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks those barriers (withinPacketMetadata) on whose two sides each byte of local memory is accessed by the
/// work-items of one packet alone. Why: such a packet waits for itself. Steps of sorting networks and transforms over
/// short distances stay in registers, and there is one loop over packets for all of them. Until packets are made the
/// barrier stays where it is: for one work-item's code, what others write there changes. Requires: a kernel on its way
/// to packets, whose width and local size are known. Guarantees: on both sides of a marked barrier nothing else is
/// written than private memory and known places in local memory, and one work-item alone runs neither (weft-single).
///
///   %low = ..                 ; 2 id - (id & 3)
///   store %a, %block[%low]    ; packets of 8: of the k-th        store %a, %block[%low]
///   store %b, %block[%low + 4]; 16 k to 16 k + 15                store %b, %block[%low + 4]
///   call void @weft.barrier()                                 => call void @weft.barrier(), !weft.within.packet
///   load %block[%low2]        ; 2 id - (id & 1), the same        load %block[%low2]
class JoinPacketRegionsPass : public llvm::PassInfoMixin<JoinPacketRegionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
};

/// Takes the marked barriers out of a kernel on packets.
void dropBarriersWithinPackets(llvm::Function &kernel);

} // namespace weft::compiler

#endif
