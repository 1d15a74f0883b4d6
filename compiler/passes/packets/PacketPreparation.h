// Brings a kernel into the form that packets are made from, and clears away what is left of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_PREPARATION_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_PREPARATION_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Runs LLVM's passes on the kernel alone. For them a branch is divergent where lanes of a packet may part.
class PacketKernelPass : public llvm::PassInfoMixin<PacketKernelPass> {
public:
  explicit PacketKernelPass(llvm::FunctionPassManager passes) : passes_(std::move(passes)) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  llvm::FunctionPassManager passes_;
};

// The form that packets are made from comes about in these steps, each of which needs those before. Branches that all
// lanes of a packet take alike stay as they are.

/// Vectors are scalars, but for those that are loaded and stored.
llvm::FunctionPassManager scalariseVectors();
/// The kernel has one return and no switch; loops have one entry, one latch, one exit and, where that copies little,
/// their condition at the end.
llvm::FunctionPassManager shapeLoops();
/// Where lanes of a packet may part, one way leads to code that some of them run and the other past it; where they
/// leave a loop at different times, the latch is where they do.
llvm::FunctionPassManager structurise();
/// Values go out of loops through phis at the exit, which are scalars.
llvm::FunctionPassManager closeLoops();

/// Clears away what vectors have replaced.
llvm::FunctionPassManager cleanUpPackets();

} // namespace weft::compiler

#endif
