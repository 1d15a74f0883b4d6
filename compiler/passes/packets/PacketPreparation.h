// Prepares the control flow, loops and vectors of a kernel for the pass packetise, and cleans up after this pass.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_PREPARATION_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_PREPARATION_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Runs LLVM's passes on the kernel alone. The passes treat a branch as divergent if the lanes of a packet may diverge
/// at it.
class PacketKernelPass : public llvm::PassInfoMixin<PacketKernelPass> {
public:
  explicit PacketKernelPass(llvm::FunctionPassManager passes) : passes_(std::move(passes)) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  llvm::FunctionPassManager passes_;
};

// These steps prepare a kernel for the pass packetise. Each step requires the steps before it. Uniform branches stay as
// they are.

/// Splits all vectors into scalars, except vectors that are loaded or stored.
llvm::FunctionPassManager scalariseVectors();
/// Gives the kernel one return and no switch. Gives each loop one entry, one latch and one exit. Moves a loop's
/// condition to its end (loop rotation) if this copies few instructions.
llvm::FunctionPassManager canonicaliseLoops();
/// Restructures divergent branches, so that one side leads to code that some lanes run, and the other side past this
/// code. A loop that lanes leave at different times gets its exit at the latch.
llvm::FunctionPassManager structurise();
/// Brings loops into LCSSA form, in which values leave a loop only through phis at its exit. Splits phis of vectors
/// into scalars.
llvm::FunctionPassManager formLcssa();

/// Removes the code that vectors have replaced.
llvm::FunctionPassManager cleanUpPackets();

} // namespace weft::compiler

#endif
