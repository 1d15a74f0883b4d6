// Marks a kernel with the size of its sub-groups, and with whether it can observe sub-groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHOOSE_SUB_GROUPS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHOOSE_SUB_GROUPS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks the kernel with the size of its sub-groups. It adds weft-sub-groups if the kernel calls a function for
/// sub-groups or requires a size (cl_intel_required_subgroup_size). A size that no packet has is an error.
/// Why: a sub-group is a packet. So kernels with weft-sub-groups work on packets, whatever other kernels do. Their
/// packets follow the flattened local id, so that each sub-group except a group's last is full in any number of
/// dimensions.
/// Requires: a module as inline-work-item-calls leaves it.
///
///   define void @k() "weft-kernel" !intel_reqd_sub_group_size !{i32 8}
///     => define void @k() "weft-kernel" "weft-sub-group-size"="8" "weft-sub-groups"
class ChooseSubGroupsPass : public llvm::PassInfoMixin<ChooseSubGroupsPass> {
public:
  /// `usualSize`, a power of two, is the size for kernels that don't require one.
  explicit ChooseSubGroupsPass(unsigned usualSize) : usualSize_(usualSize) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  unsigned usualSize_;
};

} // namespace weft::compiler

#endif
