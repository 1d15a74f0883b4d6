// Keeps LLVM's loop vectoriser from treating indices that wrap as indices that don't.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_LLVM_WORKAROUNDS_HIDE_WRAPPING_INDICES_PASS_H
#define WEFT_COMPILER_PASSES_LLVM_WORKAROUNDS_HIDE_WRAPPING_INDICES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: a part of an address in an innermost loop may wrap, for example the remainder of a counter divided by a power
/// of two. If parts of the loop's addresses may wrap in different numbers of bits, the pass freezes all but the widest
/// ones.
/// Why: the vectoriser assumes that none of these parts wraps, and makes code that checks this at run time. But in LLVM
/// 22, SCEVWrapPredicate::implies takes the check of a wider part as implying the check of a narrower part, so the
/// narrower part isn't checked. Lanes then continue after the end of a ring buffer instead of at its beginning
/// (llvm/llvm-project, #225086, is a related issue). ScalarEvolution knows nothing about frozen values, so the lanes
/// gather or the loop stays scalar.
/// Requires: nothing. The pass runs directly before the vectoriser, because InstCombine would remove the freezes as
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
