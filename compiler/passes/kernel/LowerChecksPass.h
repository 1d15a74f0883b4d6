// Makes what checks tell calls of the launch's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_LOWER_CHECKS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_LOWER_CHECKS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces the functions weft.check.* (kernel/CheckCalls.h) by those of WeftLaunch::check; on fibers, a
/// barrier's place is stored in WeftItem::waitsAt, elsewhere it is left out. Why: kernels are shared objects without
/// undefined symbols, and packets and loops have copied what was one call. Requires: the form flat; the kernel alone
/// has such calls. Guarantees: no function weft.check.* is left.
///
///   call void @weft.check.report(ptr @site, ...)  =>  call void %report(ptr %checker, ptr %launch, ptr %group, ptr
///   @site, ...)
class LowerChecksPass : public llvm::PassInfoMixin<LowerChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
