// Turns local arrays that each work-item uses only for itself into private values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_PRIVATISE_LOCAL_MEMORY_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_PRIVATISE_LOCAL_MEMORY_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: a local array in which every work-item reads and writes only one element of its own becomes a private value of
/// each work-item.
/// Why: between two barriers a value costs nothing. Across a barrier it shares its slot in scratch with other values
/// (ScratchColouring) or is recomputed. A store to memory that other work-items might see can't be removed.
/// Requires: a module as simplify leaves it, with a known local size. Without the size, the pass can't prove that any
/// two work-items have different elements.
/// Guarantees: no work-item reads beyond the array's end, although the array may have elements only for the work-items
/// that reach its accesses. The value starts with the initial contents of the work-item's element (zeros, if
/// cl_khr_initialize_memory is in use).
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
