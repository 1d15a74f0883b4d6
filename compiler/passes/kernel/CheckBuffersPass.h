// Makes a kernel check for reads of buffer memory that nothing has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_BUFFERS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_BUFFERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: the launch has marks for the bytes of a buffer (WeftCheckArgument::written). A read of the buffer checks these
/// marks, and a write sets them. A buffer whose bytes are all written has no marks. If a launch has no marks for any
/// argument, its groups run code without checks (SafeGroups). Only kernels that are too long to have two copies of
/// their code always check.
/// Why: memory that nothing has written may hold any value, and a different value on each device. A branch for each
/// access would prevent many optimisations of loops over buffers, so groups without marks run code without the
/// branches.
/// Requires: the form work-item, after check-memory, which leaves out accesses outside of a buffer; the attribute
/// weft-checks has "values". The pass has to run before check-races, because it would take the accesses to the shadow,
/// which check-races adds, for accesses of the kernel.
/// Guarantees: the kernel does the same as before. If the pass can't follow an argument's address, for example because
/// it is stored, the argument isn't checked, and the code reports to the checker that all bytes of the argument's
/// buffer may have been written. A copy of a whole struct isn't a read, because the struct may have padding.
///
///   %b = load float, ptr addrspace(1) %x      =>    br i1 %is.marked, label %look, label %behind
///                                                look:
///                                                   %marks = load i32, ptr %x.marks
///                                                   %is.unwritten = icmp ne i32 %marks, -1
///                                                   br i1 %is.unwritten, label %bad, label %behind  ; bad: calls
///                                                behind:                                    ; weft.check.report
///                                                   %b = load float, ptr addrspace(1) %x
class CheckBuffersPass : public llvm::PassInfoMixin<CheckBuffersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
