// Asks for copies of a group's packets where these exchange values through local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_UNROLL_PACKETS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_UNROLL_PACKETS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks the loops over packets, and over rows of them, for LLVM to unroll whole, in kernels whose regions
/// between barriers load from local memory and are short enough. Why: when each packet has code of its own, its
/// addresses are constants. So what a packet loads there becomes the value that it or another one has stored, or a
/// shuffle of two (ForwardStoresPass), and most stores have no use. Requires: work-item-loops on packets. Loops
/// whose count is known only with the local size stay as they are.
class UnrollPacketLoopPass : public llvm::PassInfoMixin<UnrollPacketLoopPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
