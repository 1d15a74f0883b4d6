// Replaces the calls that checks make by calls of functions that the launch provides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_LOWER_CHECKS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_LOWER_CHECKS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces the functions weft.check.* (kernel/CheckCalls.h) by the functions of WeftLaunch::check. On fibers, a
/// barrier's position in the source is stored in WeftItem::waitsAt; the other executors leave it out.
/// Why: kernels are shared objects without undefined symbols, and by now packets and loops have copied the calls.
/// Requires: the form flat; only the kernel has such calls.
/// Guarantees: no function weft.check.* is left.
///
///   call void @weft.check.report(ptr @site, ...)  =>  call void %report(ptr %checker, ptr %launch, ptr %group, ptr
///   @site, ...)
class LowerChecksPass : public llvm::PassInfoMixin<LowerChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
