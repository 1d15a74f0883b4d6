// Makes a kernel check, before each access to memory, whether the access lies within its object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_MEMORY_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_MEMORY_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: puts a condition around each load, store, atomic instruction and copy. An access outside of its object, or at
/// an address that is misaligned for its type, is reported and left out; the result of such a load is zero. The object
/// is the argument or variable that the address is computed from. Where the pass can't find the object, the code calls
/// the checker, which knows all objects.
/// Why: such an access causes errors that are hard to find, or ends the process.
/// Requires: the form work-item, with addresses described (weft.buffer, weft.object); the attribute weft-checks has
/// "memory".
/// Guarantees: the kernel does the same as before where no access is bad. Accesses that can't be bad, because their
/// offset and their object's size are constants, stay as they are. The condition is arithmetic on the offset in the
/// object. So accesses keep their form, packets work as before, and private arrays can be kept in registers.
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
