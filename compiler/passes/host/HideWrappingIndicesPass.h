// Keeps LLVM's loop vectoriser from taking indices that wrap for ones that don't.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_HIDE_WRAPPING_INDICES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_HIDE_WRAPPING_INDICES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: freezes, in innermost loops, what an address is made of and may wrap in fewer bits than another part of an
/// address of the loop may, as the remainder by a power of two of a counter does. Why: the vectoriser takes both for
/// recurrences that don't wrap, and is to ask at run time whether they do. In LLVM 22 SCEVWrapPredicate::implies holds
/// the question about the wider one for an answer to that about the narrower one, which nobody asks then: lanes go on
/// behind the end of a ring instead of at its beginning (llvm/llvm-project, #225086, is near it). Of frozen values
/// ScalarEvolution knows nothing, so that lanes gather or the loop stays as it is. Requires: nothing; directly in front
/// of the vectoriser, as InstCombine removes what is frozen without need.
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
