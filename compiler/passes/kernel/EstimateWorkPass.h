// Emits remarks on how many operations a work-item executes, and how many bytes it moves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_ESTIMATE_WORK_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_ESTIMATE_WORK_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Why: a report compares the time of a launch with what the machine could compute and move in that time. For this the
/// report needs the operations and bytes of a launch.
///
/// What: emits one remark for the code outside of loops, and one for each loop, with the amounts that WorkEstimate
/// counts in that part of the kernel: operations, bytes and iterations.
/// Requires: the form work-item (a call of the kernel runs one work-item).
/// Guarantees: nothing changes.
///
/// For the loop
///   for.body:                                   ; 8 rounds
///     %v = load float, ptr addrspace(1) %at
///     %sum = fadd float %before, %v
/// the remark on the loop has the arguments Trips = [["+",7,1]], Flops = 1, Loaded = 4.
class EstimateWorkPass : public llvm::PassInfoMixin<EstimateWorkPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
