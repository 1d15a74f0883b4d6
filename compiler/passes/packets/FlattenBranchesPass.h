// Replaces short divergent branches by selects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_FLATTEN_BRANCHES_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_FLATTEN_BRANCHES_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: finds a branch whose condition varies between lanes and whose two sides only compute. The pass makes all lanes
/// run both sides, and inserts selects that choose from the results. It does so only if both sides and the selects
/// together have at most TargetProfile::Code::maxFlattenedBranch instructions. Inner branches come first, so that whole
/// chains of branches vanish.
/// Why: a packet runs both sides in nearly every case, with a mask for each side. Without branches, accesses share a
/// block and can be joined: accesses to contiguous elements (coalesce-accesses), or to neighbouring members of structs.
/// Requires: kernel code for one work-item, with a chosen packet width.
/// Guarantees: uniform branches stay, and so do longer branches and branches around accesses, divisions and function
/// calls.
///
///   br i1 %c, label %a, label %b                        %x = add i32 %i, 1
/// a:                                                    %y = shl i32 %i, 2
///   %x = add i32 %i, 1                             =>   %r = select i1 %c, i32 %x, i32 %y
///   br label %end
/// b:
///   %y = shl i32 %i, 2
///   br label %end
/// end:
///   %r = phi i32 [ %x, %a ], [ %y, %b ]
class FlattenBranchesPass : public llvm::PassInfoMixin<FlattenBranchesPass> {
public:
  explicit FlattenBranchesPass(const TargetProfile &profile) : mostInstructions_(profile.code.maxFlattenedBranch) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned mostInstructions_;
};

} // namespace weft::compiler

#endif
