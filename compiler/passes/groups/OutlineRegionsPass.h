// Moves each region of a very long kernel, the code between two barriers, into a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_OUTLINE_REGIONS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_OUTLINE_REGIONS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: if the kernel is long and has many regions, moves each region that work-item-loops has written into a function
/// of its own. A kernel with weft-safe-groups has a second copy of its code that checks each access, for groups that
/// might access memory out of bounds. All regions of this copy together become one function, even if the kernel is
/// short.
/// Why: the time of LLVM's loop optimisations and of the code generator grows with the square of a function's length.
/// Regions share nothing but the group's variables and scratch, so the cost is one call per region and group. The copy
/// with checks, which few groups run, would take registers from the code that nearly all groups run, and would lie
/// between its blocks in memory.
/// Requires: region starts as work-item-loops marks them (weft.region.start on the branch into the loops); nothing that
/// needs the kernel's own parameters is left to be lowered (lower-launch-calls).
/// Guarantees: the kernel calls each region; a variable that only one region uses is in that region's function.
///
///   region.1:                                      region.1:
///     br label %loops, !weft.region.start    =>      call void @k.region.1(...)
///   loops: ...                                       br label %region.2
class OutlineRegionsPass : public llvm::PassInfoMixin<OutlineRegionsPass> {
public:
  /// In a kernel with fewer than `leastInstructions` instructions, or fewer than `leastRegions` regions, only the copy
  /// with checks is outlined.
  explicit OutlineRegionsPass(unsigned leastInstructions = CodeSizes::outlinedKernel,
                              unsigned leastRegions = CodeSizes::outlinedRegions)
      : leastInstructions_(leastInstructions), leastRegions_(leastRegions) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  /// Outlines the regions of `kernel` if it reaches both limits. Returns whether it does.
  bool outlineLong(llvm::Function &kernel) const;

  unsigned leastInstructions_;
  unsigned leastRegions_;
};

} // namespace weft::compiler

#endif
