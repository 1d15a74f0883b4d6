// Marks asynchronous copies, and waits for them, for the passes that check a kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_MARK_COPIES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_MARK_COPIES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: if races are checked, the pass adds the metadata weft.by.copy to the loads and stores of the builtins that
/// make asynchronous copies. If barriers are checked, the pass turns the copies' events into integers, and adds calls
/// that report to the checker (kernel/AsyncCopies.h): a call after each copy, and before each wait a call for each
/// event.
/// Why: in Weft the work-items themselves execute a copy immediately, and its event has no content. But a program must
/// assume that the copy runs concurrently until it has waited for the event.
/// Requires: builtins that have barriers are linked, and not inlined yet.
/// Guarantees: the kernel does the same as before.
///
///   %e = call target("spirv.Event") @copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, ...)
/// =>
///   %e = call i64 @copy(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, i64 0)
///   %event = call i64 @weft.copy.made(i64 (ptrtoint %to), i64 (ptrtoint %from), i64 %n, i64 0)
class MarkCopiesPass : public llvm::PassInfoMixin<MarkCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
