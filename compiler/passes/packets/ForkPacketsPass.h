// Lets a copy of the kernel become one for packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_FORK_PACKETS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_FORK_PACKETS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: puts a copy of the kernel in its place, and marks the original weft-original.
/// Why: whether a kernel can work on packets, and gains by it, is known late, when it has been changed a lot; what
/// can't goes on as it was written. Requires: ids lowered to weft.local.id.N (lower-work-item-functions). Guarantees:
/// the kernel may be changed in ways that suit packets alone. What does so ends with settle-packets, or with giving up
/// (PacketFork.h): then the original is the kernel.
///
///   define void @k(..) "weft-kernel"  =>  define void @k.original(..) "weft-original"
///                                         define void @k(..) "weft-kernel"
class ForkPacketsPass : public llvm::PassInfoMixin<ForkPacketsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
