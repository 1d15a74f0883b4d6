// Turns get_global_id and its kin into arithmetic on the local id and on the ABI's structs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_LOWER_WORK_ITEM_FUNCTIONS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_LOWER_WORK_ITEM_FUNCTIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: each call of a work-item function (WorkItemFunctions.h) becomes loads from WeftLaunch and WeftGroup in the
/// entry block, calls of weft.local.id.N, and arithmetic; barriers become weft.barrier, fences LLVM fences.
/// Why: afterwards the local id is the only thing that tells work-items apart, and a global id is visibly a base that
/// the group shares plus the local id.
/// Requires: a module as bind-arguments leaves it; work-item functions called from the kernel alone.
/// Guarantees: none of those functions is called any more. A dimension out of range gives what the specification says
/// (OpenCL C 3.0, 6.15.1), also when it is known only at run time. Without weft-wide-indices, global ids are 31-bit
/// sums that don't wrap, so that an index of type int stays a consecutive address, and ids are divided by constants as
/// numbers without sign. Where the kernel has
/// weft-sub-groups, weft.local.id.0 is the flattened local id, which local ids are computed from, weft.lane.id and
/// weft.sub.group.id are there besides, and barriers of sub-groups become weft.sub.group.barrier. The beginning of what
/// a group does once is a barrier marked weft-single and a test for the first work-item; memory that its builtins share
/// stands at the start of WeftGroup::scratch, and weft-scratch-bytes says so. The attribute weft-observes-groups is set
/// where the kernel can tell how the range was cut.
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
