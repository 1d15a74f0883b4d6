// Makes a kernel check for reads of private variables that nothing has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_VARIABLES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_VARIABLES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives each private variable that may be read before it is written a second variable of the same size, its
/// marks. All bits of a byte of the marks are ones if the same byte of the variable has been written. The kernel checks
/// the marks when it uses a value that it has loaded from the variable. Code that only inserts elements into a vector,
/// shuffles a vector, or copies the value to another variable isn't a use: it takes the marks along with the value. So
/// the kernel reports only values that it uses and that nothing has written.
/// Why: a read before any write may give any value, and a different value on each device.
/// Requires: the form work-item (a call of the kernel runs one work-item), before promote-variables; the attribute
/// weft-checks has "values". The front end has promoted to values only variables that are written on each path before
/// they are read (isWrittenFirst).
/// Guarantees: the kernel does the same as before, except that a checked variable is zero until it is written. A
/// variable whose address is stored somewhere is not checked. If a variable's address is passed to a function, such as
/// a builtin, the call counts as a write of the whole variable.
///
///   store float %a, ptr %x      =>     store float %a, ptr %x
///   %b = load float, ptr %x            store i32 -1, ptr %x.marks
///                                      %marks = load i32, ptr %x.marks
///                                      %b = load float, ptr %x
///                                      %is.unwritten = icmp ne i32 %marks, -1
///                                      br i1 %is.unwritten, label %bad, label %behind  ; bad: calls weft.check.report
class CheckVariablesPass : public llvm::PassInfoMixin<CheckVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
