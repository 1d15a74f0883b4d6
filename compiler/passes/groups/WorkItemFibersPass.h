// Turns a kernel, written for one work-item, into a function that runs one work-item as a fiber.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_WORK_ITEM_FIBERS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_WORK_ITEM_FIBERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: adds the parameter `item` (WeftItem) to the kernel. Local ids are read from `item`. A barrier becomes a call
/// of the item's function `barrier`, weft.yield a call of `yield`, and a collective of a sub-group a call of `meet`.
/// Why: the fiber executor runs the kernel as it is written. So this executor is correct for every control flow, and
/// serves as the reference for the loops.
/// Requires: a module as lower-work-item-functions leaves it.
/// Guarantees: no weft.barrier, weft.yield or weft.local.id is left, nor any function of sub-groups. The kernel has the
/// signature of WeftItemEntry.
///
///   define void @k(ptr %launch, ptr %group) {        define void @k(ptr %launch, ptr %group, ptr %item) {
///     %l = call i32 @weft.local.id.0()          =>     %l64 = load i64, ptr %item
///     call void @weft.barrier()                        %l = trunc i64 %l64 to i32
///                                                      %barrier = load ptr, ptr %item.barrier
///                                                      call void %barrier(ptr %item)
class WorkItemFibersPass : public llvm::PassInfoMixin<WorkItemFibersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
