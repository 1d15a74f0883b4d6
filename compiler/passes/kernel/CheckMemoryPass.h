// Lets a kernel look, before each access to memory, whether that lies within its object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_MEMORY_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_MEMORY_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: puts a condition around each load, store, atomic instruction and copy. An access outside of its object, or at
/// an address that its type can't have, is reported and left out; what it would have loaded is zero. The object is the
/// argument or variable that the address is computed of; where that can't be seen the checker is asked.
/// Why: such an access makes a kernel wrong in ways that are hard to find, or ends the process.
/// Requires: the form work-item, with addresses described (weft.buffer, weft.object); the attribute weft-checks has
/// "memory".
/// Guarantees: the kernel does the same as before where no access is bad. Accesses that can't be, because their offset
/// and their object's size are constants, stay as they are. The condition is arithmetic on the offset in the object,
/// so that accesses keep their form, packets work as before, and private arrays can be kept in registers.
///
///   %x = load float, ptr addrspace(1) %a.i      =>     %ok = icmp ult i64 %offset.before, %limit
///                                                      br i1 %ok, label %access, label %bad
///                                                    access:
///                                                      %x.loaded = load float, ptr addrspace(1) %a.i, !weft.checked !0
///                                                    bad:
///                                                      call void @weft.check.report(ptr @site, ...)
///                                                    behind:
///                                                      %x = phi float [ %x.loaded, %access ], [ 0.0, %bad ]
class CheckMemoryPass : public llvm::PassInfoMixin<CheckMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
