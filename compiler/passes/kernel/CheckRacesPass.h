// Tells the checker of each access to memory that work-items share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_RACES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_RACES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: has work-items note each access to memory that may be global or local in the shadow of that memory, and look
/// for others there (ShadowChecks). Where there are other orders than barriers of the group, or that memory's words
/// wouldn't tell enough, it puts a call of weft.check.access in front of the access instead, and of each barrier and
/// fence.
/// Why: two accesses of which one writes, by work-items between which nothing makes an order, give any value. Only who
/// knows all accesses can tell.
/// Requires: the form work-item, behind check-memory, so that accesses that are left out are not told; the attribute
/// weft-checks has "races".
/// Guarantees: the kernel does the same as before. Private variables and constants are not told of.
class CheckRacesPass : public llvm::PassInfoMixin<CheckRacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
