// Finds kernels that only fibers can run: work-items wait for each other in loops, or there is too much code for loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_CHOOSE_FIBERS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_CHOOSE_FIBERS_PASS_H

#include <cstddef>

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks a kernel weft-needs-fibers in two cases:
/// - A loop waits for other work-items (analysis/SpinLoops.h). The pass inserts a call of weft.yield, which lets the
///   group's other work-items run, before each iteration except the first. If the loop is in another function, that
///   function is inlined into the kernel.
/// - The kernel's regions (the code from one barrier to the next) would together have more than `mostInstructions`
///   instructions, even after cutOverlappingRegions() inserts barriers. A block counts once for each region that can
///   reach it, because loops over work-items need a copy of the block for each of these regions.
/// Why: sub-groups make independent forward progress (OpenCL 3.0, 3.2.2). One thread runs a group, so a work-item that
/// waits in a loop has to yield; neither packets nor loops over work-items can do that. A work-item that waits for a
/// lock also gets it in the end, though OpenCL does not promise that. Fibers need no copies of blocks either.
/// Requires: the form work-item, with builtins lowered (lower-builtins). The pass finds more of these loops if
/// functions have been inlined and variables are in registers.
/// Guarantees: weft.yield is called only in a kernel that is marked weft-needs-fibers. A remark says why fibers run it.
///
///   wait:                                              wait:
///     %v = load atomic volatile i32, ptr %p ...          %v = load atomic volatile i32, ptr %p ...
///     %go = icmp ne i32 %v, 0                            %go = icmp ne i32 %v, 0
///     br i1 %go, label %on, label %wait            =>    br i1 %go, label %on, label %wait.spin
///                                                      wait.spin:
///                                                        call void @weft.yield()
///                                                        br label %wait
class ChooseFibersPass : public llvm::PassInfoMixin<ChooseFibersPass> {
public:
  explicit ChooseFibersPass(size_t mostInstructions) : mostInstructions_(mostInstructions) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  size_t mostInstructions_;
};

} // namespace weft::compiler

#endif
