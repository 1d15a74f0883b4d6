// Replaces get_global_id and the other work-item functions by arithmetic on the local id and the ABI's structs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_LOWER_WORK_ITEM_FUNCTIONS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_LOWER_WORK_ITEM_FUNCTIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: each call of a work-item function (WorkItemFunctions.h) becomes loads from WeftLaunch and WeftGroup in the
/// entry block, calls of weft.local.id.N, and arithmetic. Barriers become weft.barrier, and fences become LLVM fences.
/// Why: afterwards the local id is the only value that differs between work-items, and a global id is visibly a sum of
/// a uniform base and the local id.
/// Requires: a module as bind-arguments leaves it; only the kernel calls work-item functions.
/// Guarantees: no call of a work-item function is left. A dimension out of range gives the value that the specification
/// defines (OpenCL C 3.0, 6.15.1), also when the dimension is known only at run time. Without weft-wide-indices, global
/// ids are 31-bit sums that don't wrap, so that addresses with an index of type int stay contiguous; divisions of ids
/// by constants are unsigned. If the kernel has weft-sub-groups, weft.local.id.0 is the flattened local id, from which
/// the local ids are computed; weft.lane.id and weft.sub.group.id exist as well, and barriers of sub-groups become
/// weft.sub.group.barrier. Code that a group runs once begins with a barrier marked weft-single and a test for the
/// first work-item. The memory that the group's builtins share is at the start of WeftGroup::scratch, and
/// weft-scratch-bytes includes it. The attribute weft-observes-groups is set if the kernel can observe how the range
/// was divided into groups.
///
///   %i = call i64 @_Z13get_global_idj(i32 0)   =>   %base = trunc i64 %group.base to i32       ; entry block
///                                                   %l = call i32 @weft.local.id.0()
///                                                   %g = add nuw nsw i32 %base, %l
///                                                   %i = zext nneg i32 %g to i64
class LowerWorkItemFunctionsPass : public llvm::PassInfoMixin<LowerWorkItemFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
