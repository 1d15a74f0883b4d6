// Ends a kernel's way to packets: the copy stays, or the original.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_SETTLE_PACKETS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_SETTLE_PACKETS_PASS_H

#include <cstddef>

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: keeps the kernel that works on packets, and drops its original; or gives it up where it has more than
/// `mostCode` instructions (codeLength). Says in a remark which.
/// Why: how much code packets are is known when what they have replaced is cleared away.
/// Requires: a kernel that works on packets (packetise).
/// Guarantees: there is no original besides the kernel.
///
///   define void @k.original(..) "weft-original"                    define void @k(..) "weft-kernel"
///   define void @k(..) "weft-kernel" "weft-packet-width"="8"  =>       "weft-packet-width"="8"
class SettlePacketsPass : public llvm::PassInfoMixin<SettlePacketsPass> {
public:
  explicit SettlePacketsPass(size_t mostCode) : mostCode_(mostCode) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  size_t mostCode_;
};

} // namespace weft::compiler

#endif
