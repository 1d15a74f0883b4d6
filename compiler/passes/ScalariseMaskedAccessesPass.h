// Makes scalar accesses of masked ones whose only lane is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_SCALARISE_MASKED_ACCESSES_PASS_H
#define WEFT_COMPILER_PASSES_SCALARISE_MASKED_ACCESSES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces a masked load or store whose constant mask has one lane by a scalar one.
/// Why: it is cheaper; and LLVM 22 gets such a store wrong for x86 where the value was truncated: it writes the whole
/// element from before the truncation.
/// Requires: nothing. After optimisation, which makes constants of masks.
/// Guarantees: no constant mask has a single lane.
///
///   call void @llvm.masked.store(<4 x i8> %v, ptr align 1 %p, <4 x i1> <i1 0, i1 1, i1 0, i1 0>)
/// =>
///   %q = getelementptr inbounds i8, ptr %p, i64 1
///   %x = extractelement <4 x i8> %v, i64 1
///   store i8 %x, ptr %q, align 1
class ScalariseMaskedAccessesPass : public llvm::PassInfoMixin<ScalariseMaskedAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
