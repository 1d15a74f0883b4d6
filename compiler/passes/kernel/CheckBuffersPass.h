// Lets a kernel look for reads of buffers that nobody has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_BUFFERS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_BUFFERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: a read of a buffer looks at the marks that the launch has for its bytes (WeftCheckArgument::written), and a
/// write makes them. Buffers of which all is written have none; where no argument has any, groups run code that doesn't
/// look (SafeGroups), except for kernels that are too long to stand there twice.
/// Why: what is there is any value, and another one on another device. A branch for each access would keep loops over
/// buffers from much that makes them fast.
/// Requires: the form work-item, behind check-memory, which leaves out what is outside of a buffer; the attribute
/// weft-checks has "values". Behind check-races it would take the races' own accesses for the kernel's.
/// Guarantees: the kernel does the same as before. An argument whose address goes where the pass can't follow, such as
/// into memory, isn't looked at: the checker is told that all of it may be written. A struct that is copied as a whole
/// isn't read: it may have holes.
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
