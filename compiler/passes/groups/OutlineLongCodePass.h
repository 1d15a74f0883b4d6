// Moves parts of very long kernels into functions of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_OUTLINE_LONG_CODE_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_OUTLINE_LONG_CODE_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft::compiler {

/// The numbers of instructions and regions from which a kernel's regions are outlined, and the approximate number of
/// instructions of a section.
struct OutliningLimits {
  unsigned kernel = CodeSizes::outlinedKernel;
  unsigned regions = CodeSizes::outlinedRegions;
  unsigned section = CodeSizes::section;
};

/// What: makes functions of the regions of a long kernel (RegionOutlining), and then of sections of functions that
/// are still long (SectionOutlining).
/// Why: the time of LLVM's loop passes and of the code generator grows with the square of a function's length.
/// Requires: the form flat; nothing that needs the kernel's own parameters is left to be lowered (lower-launch-calls).
/// Guarantees: the kernel does the same as before.
class OutlineLongCodePass : public llvm::PassInfoMixin<OutlineLongCodePass> {
public:
  explicit OutlineLongCodePass(OutliningLimits limits = {}) : limits_(limits) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  OutliningLimits limits_;
};

// The parts of the pass, each in a file of its own.

/// What: if the kernel has at least `leastInstructions` instructions and `leastRegions` regions, moves each region that
/// work-item-loops has written into a function of its own. A kernel with weft-safe-groups has a second copy of its code
/// that checks each access, for groups that might access memory out of bounds. All regions of this copy together become
/// one function, even if the kernel is short.
/// Why: regions share nothing but the group's variables and scratch, so the cost is one call per region and group. The
/// copy with checks, which few groups run, would take registers from the code that nearly all groups run, and would lie
/// between its blocks in memory.
/// Requires: region starts as work-item-loops marks them (weft.region.start on the branch into the loops).
/// Guarantees: the kernel calls each region; a variable that only one region uses is in that region's function.
///
///   region.1:                                      region.1:
///     br label %loops, !weft.region.start    =>      call void @k.region.1(...)
///   loops: ...                                       br label %region.2
void outlineRegions(llvm::Function &kernel, unsigned leastInstructions, unsigned leastRegions);

/// What: cuts the code of functions with at least twice `sectionLength` instructions into sections of about this
/// length, and makes each section a function that each work-item calls. A section is a run of blocks, in one loop or
/// branch, with a single entry and a single exit.
/// Why: a single region may be very long, because many functions were inlined into it. A call for each section and
/// work-item costs next to nothing compared with the section's work.
/// Guarantees: innermost loops stay whole, so that loops over work-items can be vectorised.
///
///   a: ...                               a:
///     br i1 %c, label %b, label %d   =>    call void @k.a(...)
///   b: ...                                 br label %rest
///   d: ...
void outlineSections(llvm::Module &module, unsigned sectionLength);

} // namespace weft::compiler

#endif
