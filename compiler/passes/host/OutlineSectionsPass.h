// Gives sections of a very long function that has loops in it functions of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_OUTLINE_SECTIONS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_OUTLINE_SECTIONS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: cuts what a work-item does in a long function into sections of about equal length, each a function.
/// A section is a run of blocks, in one loop or branch, that is entered in one place and left in one.
/// Why: LLVM's loop passes and CodeGenPrepare take time with the number of a function's loops times its length. One
/// region that many functions were inlined into is as bad as many regions (outline-regions). A call per section and
/// work-item costs next to nothing beside what a section does.
/// Requires: nothing left that needs the kernel's own parameters (lower-printf).
/// Guarantees: innermost loops stay whole, so that those over work-items can be vectorised.
///
///   a: ...                               a:
///     br i1 %c, label %b, label %d   =>    call void @k.a(...)
///   b: ...                                 br label %rest
///   d: ...
class OutlineSectionsPass : public llvm::PassInfoMixin<OutlineSectionsPass> {
public:
  /// Functions of less than twice as many instructions as a section is to have are left alone.
  explicit OutlineSectionsPass(unsigned sectionLength = CodeSizes::section) : sectionLength_(sectionLength) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  unsigned sectionLength_;
};

} // namespace weft::compiler

#endif
