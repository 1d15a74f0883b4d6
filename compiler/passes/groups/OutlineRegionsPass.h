// Gives each region of a very long kernel a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_OUTLINE_REGIONS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_OUTLINE_REGIONS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: moves every region that work-item-loops made into a function, if the kernel has many and is long. In a kernel
/// with code of its own for groups that might leave memory (weft-safe-groups), all regions of these are one function.
/// Why: LLVM's loop optimisations and the code generator take time with the square of a function's length; regions
/// share nothing but the group's variables and scratch, so what is lost is a call per region and group. And what runs
/// for few groups would take registers, and places in the order of code, from what runs for nearly all.
/// Requires: region starts as work-item-loops marks them (weft.region.start on the branch into the loops); nothing that
/// needs the kernel's own parameters is left to be lowered (lower-printf).
/// Guarantees: the kernel calls each region; variables that one region alone uses are in that region's function.
///
///   region.1:                                      region.1:
///     br label %loops, !weft.region.start    =>      call void @k.region.1(...)
///   loops: ...                                       br label %region.2
class OutlineRegionsPass : public llvm::PassInfoMixin<OutlineRegionsPass> {
public:
  /// Kernels of fewer instructions, or fewer regions, are left alone.
  explicit OutlineRegionsPass(unsigned leastInstructions = CodeSizes::outlinedKernel,
                              unsigned leastRegions = CodeSizes::outlinedRegions)
      : leastInstructions_(leastInstructions), leastRegions_(leastRegions) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  /// Whether it was.
  bool outlineLong(llvm::Function &kernel) const;

  unsigned leastInstructions_;
  unsigned leastRegions_;
};

} // namespace weft::compiler

#endif
