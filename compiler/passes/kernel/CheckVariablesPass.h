// Lets a kernel look for reads of private variables that nobody has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_VARIABLES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_VARIABLES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives each private variable that may be read before it is written another one of the same size, its marks:
/// bytes of ones where something has been written. Reads look there. What takes or puts elements of a vector, or copies
/// between variables, takes marks along, so that only reads of what has been written nowhere count.
/// Why: the value is any, and another one on another device.
/// Requires: the form work-item, before promote-variables; the attribute weft-checks has "values". The front end has
/// made values only of variables that are written first (isWrittenFirst).
/// Guarantees: the kernel does the same as before, and what nobody has written there is zero. Variables whose address
/// is kept somewhere are not looked at; what gets the address of one, such as a builtin, counts as writing it.
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
