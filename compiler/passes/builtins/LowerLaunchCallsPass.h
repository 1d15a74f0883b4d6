// Replaces the calls by which a kernel prints, enqueues kernels and reports faults by calls of the launch's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_LAUNCH_CALLS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_LAUNCH_CALLS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: calls of printf, of the functions that enqueue kernels or query enqueued commands, and of weft.check.* become
/// calls through pointers in WeftLaunch. PrintfLowering, EnqueueLowering and CheckLowering have the details.
/// Why: a kernel becomes a shared object that is linked with no library and has no undefined symbols.
/// Requires: the form flat; no function but the kernel calls these functions (inline-work-item-calls). The pass runs
/// before each pass of LLVM that would take printf for the C library's function and, for example, turn it into puts.
/// Guarantees: none of these calls is left.
class LowerLaunchCallsPass : public llvm::PassInfoMixin<LowerLaunchCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
