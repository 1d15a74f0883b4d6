// Makes a kernel check for reads of private variables that nothing has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_VARIABLES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_VARIABLES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives each private variable that may be read before it is written a second variable of the same size, its
/// marks. All bits of a byte of the marks are ones if the variable's byte has been written. Reads check the marks.
/// Instructions that extract or insert elements of a vector, or copy between variables, copy the marks as well, so that
/// a report is made only when the program uses a value that nothing has written.
/// Why: the result of a read before any write may be any value, and a different value on each device.
/// Requires: the form work-item, before promote-variables; the attribute weft-checks has "values". The front end has
/// promoted to values only variables that are written first (isWrittenFirst).
/// Guarantees: the kernel does the same as before, and memory of a variable that nothing has written is zero. A
/// variable whose address is stored somewhere is not checked. A function that gets the address of a variable, such as a
/// builtin, counts as writing the variable.
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
