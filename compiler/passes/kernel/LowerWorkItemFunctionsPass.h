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
/// Requires: a module as bind-launch leaves it; only the kernel calls work-item functions.
/// Guarantees: no call of a work-item function is left. If the dimension is out of range, the result is the value that
/// the specification defines (OpenCL C 3.0, 6.15.1), even if the dimension is known only at run time. If the kernel
/// lacks the attribute weft-wide-indices, global ids are 32-bit sums that are less than 2^31. If a kernel then uses an
/// id as an index of type int, later passes know that the addresses of neighbouring work-items are contiguous.
/// Divisions of ids by constants become unsigned. If the kernel has weft-sub-groups, weft.local.id.0 is the flattened
/// local id, from which the local ids are computed; weft.lane.id and weft.sub.group.id exist as well, and barriers of
/// sub-groups become weft.sub.group.barrier. Code that runs once for a whole group begins with a barrier that has the
/// attribute weft-single. A test follows this barrier, so that only the first work-item runs the code. The memory
/// through which builtins for work-groups exchange values is at the start of WeftGroup::scratch; weft-scratch-bytes
/// includes it. If the kernel can observe how the global range is divided into groups, it gets the attribute
/// weft-observes-groups.
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
