// Decides between the packet version of a kernel and the kernel's original, and drops the other one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_COMMIT_PACKETS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_COMMIT_PACKETS_PASS_H

#include <cstddef>

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: drops the original, which is the kernel for single work-items, if the packet version has at most `mostCode`
/// instructions (codeLength). If the packet version is longer, drops the packet version, and the original is the kernel
/// again. A remark says which version was kept.
/// Requires: a packet version (packetise), from which the scalar code that vectors have replaced is removed.
/// Guarantees: only one version of the kernel is left.
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
