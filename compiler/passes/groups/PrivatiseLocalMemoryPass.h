// Makes private what work-items keep in local memory for themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_PRIVATISE_LOCAL_MEMORY_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_PRIVATISE_LOCAL_MEMORY_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: a local array that every work-item reads and writes at one element of its own becomes a value.
/// Why: a value costs nothing within a region, and across a barrier it shares its place in scratch with others
/// (ScratchColouring) or is computed again; a store to memory that others might see stays.
/// Requires: a module as simplify leaves it, with a known local size: without it, no two work-items can be shown to
/// have different elements.
/// Guarantees: nothing beyond an array is read, which may have elements only for those work-items that come to its
/// accesses; the array's contents at the start (zeros, by cl_khr_initialize_memory) are those of the value.
///
///   %p = getelementptr float, ptr addrspace(3) %array, i32 %local.id      %first = load float, ptr addrspace(3) %p
///   store float %a, ptr addrspace(3) %p                              =>   call void @weft.barrier()
///   call void @weft.barrier()                                             ; uses of %a, or %first before the store
///   %b = load float, ptr addrspace(3) %p
class PrivatiseLocalMemoryPass : public llvm::PassInfoMixin<PrivatiseLocalMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
