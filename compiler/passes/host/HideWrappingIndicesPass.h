// Keeps LLVM's loop vectoriser from treating indices that wrap as indices that don't.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_HIDE_WRAPPING_INDICES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_HIDE_WRAPPING_INDICES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: freezes certain parts of addresses in innermost loops: parts that may wrap in fewer bits than another part of
/// an address of the same loop may. The remainder of a counter by a power of two is an example.
/// Why: the vectoriser takes both parts for recurrences that don't wrap, and is to check at run time whether they do.
/// In LLVM 22, SCEVWrapPredicate::implies takes the check of the wider part as implying the check of the narrower part,
/// which is then not made. So lanes continue after the end of a ring buffer instead of at its beginning
/// (llvm/llvm-project, #225086, is a related issue). ScalarEvolution knows nothing about frozen values, so the lanes
/// gather or the loop stays scalar.
/// Requires: nothing. The pass runs directly before the vectoriser, as InstCombine removes a freeze that it finds
/// needless.
///
///   %i = phi i64 [ 0, %entry ], [ %next, %loop ]
///   %number = trunc i64 %i to i32
///   %in.ring = and i32 %number, 31
///   %place = add i32 %in.ring, %base
///   %index = zext i32 %place to i64
///   %p = getelementptr i32, ptr %x, i64 %index
/// =>
///   %in.ring = and i32 %number, 31
///   %in.ring.frozen = freeze i32 %in.ring
///   %place = add i32 %in.ring.frozen, %base
///   ...
class HideWrappingIndicesPass : public llvm::PassInfoMixin<HideWrappingIndicesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
