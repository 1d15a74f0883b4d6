// Marks asynchronous copies, and waits for them, for what checks a kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_MARK_COPIES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_MARK_COPIES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: where races are checked, the loads and stores in the builtins that copy have weft.by.copy. Where barriers are,
/// events are numbers, and calls tell of each copy and each event that is waited for (kernel/AsyncCopies.h). Why: the
/// builtins copy at once, by all work-items, and their events are nothing; a program counts on copies that somebody
/// else makes until they are waited for. Requires: builtins that have barriers are there, and not inlined yet.
/// Guarantees: the kernel does what it did.
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
