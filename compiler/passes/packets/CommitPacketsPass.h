// Keeps either the kernel that works on packets or its original, and drops the other one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_SETTLE_PACKETS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_SETTLE_PACKETS_PASS_H

#include <cstddef>

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: keeps the kernel that works on packets and drops its original, or gives the kernel up if it has more than
/// `mostCode` instructions (codeLength). A remark reports which.
/// Why: the length of a packet's code is known only after the code that vectors have replaced is removed.
/// Requires: a kernel that works on packets (packetise).
/// Guarantees: there is no original besides the kernel.
///
///   define void @k.original(..) "weft-original"                    define void @k(..) "weft-kernel"
///   define void @k(..) "weft-kernel" "weft-packet-width"="8"  =>       "weft-packet-width"="8"
class CommitPacketsPass : public llvm::PassInfoMixin<CommitPacketsPass> {
public:
  explicit CommitPacketsPass(size_t mostCode) : mostCode_(mostCode) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  size_t mostCode_;
};

} // namespace weft::compiler

#endif
