// Asks at a guarded access whether all of the group are within the guard.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_ASK_GROUPS_FIRST_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_ASK_GROUPS_FIRST_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: in a kernel with barriers, in front of a branch on a guard of ids (BoundsGuard) whose way is a short block
/// with accesses to memory, puts one on whether all of the group take it, to a copy of the block. Why: kernels with
/// barriers can't return at their beginning, and guard their loads and stores one by one. Comparisons and masks for
/// each packet took up to two thirds of the time of trees of sums and of scans. The new condition is the same for all
/// packets. Requires: a kernel whose ids are lowered and for one work-item. Guarantees: the same results. Branches stay
/// to which some work-items come without the others. Ways that call functions stay, and ways that only store where
/// masks cost nothing there.
///
///                                                      %all = icmp ult i32 %last, %count
///                                                      br i1 %all, label %load.all, label %in.doubt
///   %inside = icmp ult i32 %x, %count                in.doubt:
///   br i1 %inside, label %load, label %end      =>     br i1 %inside, label %load, label %end
///                                                    load.all:
///                                                      %value.all = load float, ptr %p
///                                                      br label %end
class VersionOnGuardPass : public llvm::PassInfoMixin<VersionOnGuardPass> {
public:
  explicit VersionOnGuardPass(const TargetProfile &profile) : legal_(profile.legal) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);

private:
  TargetProfile::Legal legal_;
};

} // namespace weft::compiler

#endif
