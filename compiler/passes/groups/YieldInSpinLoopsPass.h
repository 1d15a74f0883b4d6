// Lets the other work-items of the group run while a work-item waits for them in a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_YIELD_IN_SPIN_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_YIELD_IN_SPIN_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: if a loop waits for other work-items (analysis/SpinLoops.h), inserts a call of weft.yield before each
/// iteration except the first. The call lets the group's other work-items run. If the loop is in another function, that
/// function is inlined into the kernel. The kernel is marked weft-spins, so that it runs on fibers.
/// Why: sub-groups make independent forward progress (OpenCL 3.0, 3.2.2). One thread runs a group, so a work-item that
/// waits in a loop has to yield; neither packets nor loops over work-items can do that. A work-item that waits for a
/// lock also gets it in the end, though OpenCL does not promise that.
/// Requires: a module as lower-builtins leaves it. The pass finds more of these loops if functions have been inlined
/// and variables are in registers. Guarantees: weft.yield is called only in the kernel, and only if the kernel is
/// marked weft-spins.
///
///   wait:                                              wait:
///     %v = load atomic volatile i32, ptr %p ...          %v = load atomic volatile i32, ptr %p ...
///     %go = icmp ne i32 %v, 0                            %go = icmp ne i32 %v, 0
///     br i1 %go, label %on, label %wait            =>    br i1 %go, label %on, label %wait.spin
///                                                      wait.spin:
///                                                        call void @weft.yield()
///                                                        br label %wait
class YieldInSpinLoopsPass : public llvm::PassInfoMixin<YieldInSpinLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
