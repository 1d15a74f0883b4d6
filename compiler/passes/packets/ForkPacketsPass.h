// Makes a copy of the kernel that later passes turn into a kernel for packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_FORK_PACKETS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_FORK_PACKETS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces the kernel by a copy, and marks the original weft-original.
/// Why: only after many changes is it known whether the kernel can work on packets, and is faster with packets. If it
/// can't, or isn't faster, its unchanged original is compiled instead.
/// Requires: ids are lowered to weft.local.id.N (lower-work-item-functions).
/// Guarantees: later passes may change the kernel in ways that suit only packets. At the end, commit-packets drops
/// either the copy or the original. If a pass before commit-packets gives packets up (giveUpPackets), that pass drops
/// the copy, and the original is the kernel again.
///
///   define void @k(..) "weft-kernel"  =>  define void @k.original(..) "weft-original"
///                                         define void @k(..) "weft-kernel"
class ForkPacketsPass : public llvm::PassInfoMixin<ForkPacketsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
