// Moves parts of very long kernels into functions of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_OUTLINE_LONG_CODE_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_OUTLINE_LONG_CODE_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// The numbers of instructions and regions from which a kernel's regions are outlined, and the approximate number of
/// instructions of a section.
struct OutliningLimits {
  unsigned kernel = CodeSizes::outlinedKernel;
  unsigned regions = CodeSizes::outlinedRegions;
  unsigned section = CodeSizes::section;
};

/// What: makes functions of the regions of a long kernel (RegionOutlining.h), and then of sections of functions that
/// are still long (SectionOutlining.h).
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

} // namespace weft::compiler

#endif
