// Places kernel-scope local variables in the group's local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_LOWER_LOCAL_MEMORY_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_LOWER_LOCAL_MEMORY_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: each variable of the local address space becomes an address in WeftGroup::localMemory.
/// Why: each group needs variables of its own. If they stayed global variables of the module, groups that run at the
/// same time would share them.
/// Requires: a module as bind-arguments leaves it.
/// Guarantees: no global variable of address space 3 is left. The attribute weft-local-bytes gives the total size of
/// the variables, a multiple of WEFT_MEMORY_ALIGNMENT. The offset of each variable is a multiple of its alignment.
///
///   @k.tile = internal addrspace(3) global [16 x float]        (gone)
///   define void @k(ptr %launch, ptr %group) {             =>   %local.memory = load ptr, ptr %group.localMemory
///     load float, ptr addrspace(3) @k.tile                     %k.tile = addrspacecast ... to ptr addrspace(3)
///                                                              load float, ptr addrspace(3) %k.tile
class LowerLocalMemoryPass : public llvm::PassInfoMixin<LowerLocalMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
