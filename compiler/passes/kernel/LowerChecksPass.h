// Replaces the calls by which checks report errors by calls of functions that the launch provides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_LOWER_CHECKS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_LOWER_CHECKS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces calls of weft.check.* (kernel/CheckCalls.h) by calls of the functions to which WeftLaunch::check
/// points. weft.check.arguments becomes a load of WeftCheck::arguments. For weft.check.barrier there are two cases. In
/// a kernel that runs on fibers, it becomes a store of the barrier's position in the source to WeftItem::waitsAt. In
/// other kernels it is only removed, because only fibers have a WeftItem.
/// Why: kernels become shared objects without undefined symbols, so no call by name may be left. The pass runs after
/// the passes that form packets and loops, because these passes copy the calls, and each copy has to be replaced.
/// Requires: the form flat, in which all pointers are in address space 0; no function but the kernel calls
/// weft.check.*.
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
