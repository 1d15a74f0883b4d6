// Cuts a very long function that has loops into sections, each of which becomes a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_OUTLINE_SECTIONS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_OUTLINE_SECTIONS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: cuts the code of a long function into sections of about equal length, and makes each section a function that
/// each work-item calls. A section is a run of blocks, in one loop or branch, with a single entry and a single exit.
/// Why: the time of LLVM's loop passes and CodeGenPrepare grows with the number of a function's loops times its length.
/// The stage outline-regions doesn't help if a single region is very long, because many functions were inlined into it.
/// A call for each section and work-item costs next to nothing compared with the section's work.
/// Requires: that no instruction needs the kernel's own parameters any longer (lower-launch-calls).
/// Guarantees: innermost loops stay whole, so that loops over work-items can be vectorised.
///
///   a: ...                               a:
///     br i1 %c, label %b, label %d   =>    call void @k.a(...)
///   b: ...                                 br label %rest
///   d: ...
class OutlineSectionsPass : public llvm::PassInfoMixin<OutlineSectionsPass> {
public:
  /// A section has about `sectionLength` instructions. A function with less than twice as many stays whole.
  explicit OutlineSectionsPass(unsigned sectionLength = CodeSizes::section) : sectionLength_(sectionLength) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  unsigned sectionLength_;
};

} // namespace weft::compiler

#endif
