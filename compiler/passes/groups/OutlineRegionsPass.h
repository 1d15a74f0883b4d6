// Moves each region of a very long kernel into a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_OUTLINE_REGIONS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_OUTLINE_REGIONS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: moves every region that work-item-loops made into a function, if the kernel has many regions and is long. A
/// kernel with weft-safe-groups has separate code for groups that might access memory out of bounds; all regions of
/// that code become one function, even if the kernel is short.
/// Why: the time of LLVM's loop optimisations and of the code generator grows with the square of a function's length.
/// Regions share nothing but the group's variables and scratch, so the cost is one call per region and group. Code that
/// few groups run would also take registers, and positions in the code layout, from the code that nearly all groups
/// run.
/// Requires: region starts as work-item-loops marks them (weft.region.start on the branch into the loops); nothing that
/// needs the kernel's own parameters is left to be lowered (lower-printf).
/// Guarantees: the kernel calls each region; a variable that only one region uses is in that region's function.
///
///   region.1:                                      region.1:
///     br label %loops, !weft.region.start    =>      call void @k.region.1(...)
///   loops: ...                                       br label %region.2
class OutlineRegionsPass : public llvm::PassInfoMixin<OutlineRegionsPass> {
public:
  /// The pass leaves kernels with fewer instructions, or fewer regions, as they are.
  explicit OutlineRegionsPass(unsigned leastInstructions = CodeSizes::outlinedKernel,
                              unsigned leastRegions = CodeSizes::outlinedRegions)
      : leastInstructions_(leastInstructions), leastRegions_(leastRegions) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  /// Returns whether the kernel was long enough and its regions were outlined.
  bool outlineLong(llvm::Function &kernel) const;

  unsigned leastInstructions_;
  unsigned leastRegions_;
};

} // namespace weft::compiler

#endif
