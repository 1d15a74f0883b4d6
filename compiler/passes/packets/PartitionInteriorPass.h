// Creates a copy of the kernel without bounds checks for groups whose work-items all pass these checks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PARTITION_INTERIOR_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_PARTITION_INTERIOR_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: changes a kernel that begins with a branch on its ids ("if (x >= width || y >= height) return"). The pass
/// copies the code after the branch for interior groups, whose work-items all go to this code. A barrier at the start
/// of each copy makes each copy a region of its own. The pass does the same if a kernel with barriers doesn't begin
/// with a guard, but tests one guard often (RepeatedGuard). Each copy then begins at the first instruction that must
/// not run before interior and border groups take different branches.
/// Why: the global size is rarely a multiple of the local size, so kernels have guards, but few groups lie at the
/// border. Without the branch no lane of a packet is masked, and several rows of packets can run together.
/// Requires: kernel code for one work-item, with ids lowered to weft.local.id.N.
/// Guarantees: the same results. Each copy has its own variables. The pass copies for a repeated guard only code for
/// one local size that has at most CodeSizes::interiorCopyRepeatedGuard instructions. It leaves the code after a guard
/// at the beginning as it is in these cases:
/// - no loop in the code loads, unless the code loads four times or more from one object, and the guard tests dimension
///   1;
/// - the code has more than CodeSizes::interiorCopy instructions;
/// - the kernel has variables (allocas), and the code has barriers or shares variables with other code;
/// - the kernel is compiled for one local size, and a comparison of the guard depends on local ids alone, so that its
///   result is the same in all groups;
/// - the kernel is compiled for any local size, and either no loop of many iterations loads, or the code has more than
///   CodeSizes::interiorCopyAnySize instructions;
/// - the kernel is compiled for any local size, the guard doesn't test dimension 1 (so that no rows of packets can run
///   together), and the code doesn't go down columns of memory.
/// A comparison counts as a guard if one side grows with the ids, and perhaps with other values, and the other side is
/// the same for all work-items. The group's first or last work-item then decides for all work-items. In a kernel whose
/// memory is checked, the pass works on the code for groups that can't access memory out of bounds, as if this code
/// were the kernel. First, the pass merges branches that test a guard term by term into one branch. It doesn't merge
/// them if masked stores are fast on the CPU and no loop loads.
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
