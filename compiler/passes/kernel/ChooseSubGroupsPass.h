// Marks a kernel with the size of its sub-groups, and with whether it can observe sub-groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHOOSE_SUB_GROUPS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHOOSE_SUB_GROUPS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: stores the size of the kernel's sub-groups in the attribute weft-sub-group-size. The pass adds the attribute
/// weft-sub-groups as well if the kernel calls a function for sub-groups or requires a size
/// (cl_intel_required_subgroup_size). If the kernel requires a size that no packet can have, the pass emits an error.
/// Why: a sub-group is a packet, so kernels with weft-sub-groups always run as packets, whatever executor other kernels
/// use. Their packets are formed in the order of the flattened local id, in any number of dimensions. So each sub-group
/// of a work-group, except the last, is full.
/// Requires: a module as inline-work-item-calls leaves it.
///
///   define void @k() "weft-kernel" !intel_reqd_sub_group_size !{i32 8}
///     => define void @k() "weft-kernel" "weft-sub-group-size"="8" "weft-sub-groups"
class ChooseSubGroupsPass : public llvm::PassInfoMixin<ChooseSubGroupsPass> {
public:
  /// Kernels that don't require a size get sub-groups of `usualSize` work-items, which must be a power of two.
  explicit ChooseSubGroupsPass(unsigned usualSize) : usualSize_(usualSize) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  unsigned usualSize_;
};

} // namespace weft::compiler

#endif
