// Gives groups that lie wholly within a guard code that doesn't ask.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_SEPARATE_INNER_GROUPS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_SEPARATE_INNER_GROUPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: where a kernel begins with a branch on its ids ("if (x >= width || y >= height) return"), copies the code
/// behind it for groups all of whose work-items take the way to it. A barrier at the head of each copy makes regions of
/// both. The same where a kernel with barriers asks a guard often (RepeatedGuard), from where it first does what can't
/// be in front of both copies.
/// Why: a range is seldom a multiple of its groups, so kernels guard themselves; but few groups lie at the edge.
/// Without the branch no lane of a packet is masked, and rows of packets can run at once.
/// Requires: a kernel whose ids are lowered and for one work-item.
/// Guarantees: the same results. Either copy has variables of its own. What has neither a loop that loads nor, behind a
/// guard that asks for dimension 1, four loads of one object stays as it is; so does what is longer than
/// CodeSizes::innerGroups, or has variables and barriers; for any local size, also what has no loop of
/// many trips that loads, is longer than CodeSizes::innerGroupsOfAnySize or neither has a guard that asks for dimension
/// 1, without which there are no rows, nor goes down columns. A comparison counts as a guard where one side grows with
/// the ids, not by these alone, and the other is the same for all: then the group's first or last work-item speaks for
/// all. In a kernel whose memory is checked, the code of groups that can't leave it is the kernel in this.
/// Branches that ask for a guard part by part are one first.
///
///   %x = add nuw nsw i32 %local.id.0, %base            %last = add nuw nsw i32 15, %base
///   %inside = icmp slt i32 %x, %width                  %all = icmp slt i32 %last, %width
///   br i1 %inside, label %body, label %end         =>  br i1 %all, label %inner.groups, label %other.groups
///                                                    inner.groups:
///                                                      call void @weft.barrier()
///                                                      br label %body.inner
///                                                    other.groups:
///                                                      call void @weft.barrier() "weft-cold"
///                                                      br i1 %inside, label %body, label %end
class PartitionInteriorPass : public llvm::PassInfoMixin<PartitionInteriorPass> {
public:
  explicit PartitionInteriorPass(const TargetProfile::Legal &legal) : legal_(legal) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile::Legal legal_;
};

} // namespace weft::compiler

#endif
