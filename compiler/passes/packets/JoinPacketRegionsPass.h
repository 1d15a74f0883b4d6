// Finds barriers around which no two packets share local memory, so that packets don't need them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_JOIN_PACKET_REGIONS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_JOIN_PACKET_REGIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks a barrier (withinPacketMetadata) if, on its two sides, each byte of local memory is accessed by the
/// work-items of one packet alone.
/// Why: at such a barrier a packet waits only for itself. Sorting networks and Fourier transforms have steps that
/// exchange values only within a packet. The values then stay in registers, and one loop over packets runs all these
/// steps. The barrier stays in the code until packets are generated. Until then the code is for one work-item, and at
/// the barrier it must assume that other work-items have written memory.
/// Requires: a kernel that is being prepared for packets, with a known width and local size.
/// Guarantees: code on both sides of a marked barrier writes only private memory and known addresses in local memory,
/// and is not run by one work-item alone (weft-single).
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

/// Removes the marked barriers from a kernel on packets.
void dropBarriersWithinPackets(llvm::Function &kernel);

} // namespace weft::compiler

#endif
