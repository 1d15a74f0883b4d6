// Inserts tests whether all work-items of a group pass the bounds guard of an access, which then needs no mask.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_VERSION_ON_GUARD_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_VERSION_ON_GUARD_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: in a kernel with barriers, finds a branch on a guard of ids (BoundsGuard) that leads to a block with memory
/// accesses and at most CodeSizes::guardConditionDistance instructions. Before this branch, the pass inserts a branch
/// on whether all work-items of the group go to the block. The new branch leads to a copy of the block.
/// Why: in kernels with barriers, work-items out of bounds can't return at the beginning, so each load and store has a
/// guard of its own. Comparisons and masks for each packet took up to two thirds of the time in reduction trees and
/// scans. The new condition is the same for all packets.
/// Requires: kernel code for one work-item, with ids lowered to weft.local.id.N.
/// Guarantees: the same results. Branches that only some work-items reach stay as they are. So do branches to blocks
/// that call functions and, if masked stores cost nothing on the CPU, to blocks that only store.
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
