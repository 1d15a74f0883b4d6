// Inlines functions that can't stay apart from the kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_KERNEL_INLINING_H
#define WEFT_COMPILER_KERNEL_KERNEL_INLINING_H

#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Adds to `callers` the functions that call one of `functions`, themselves or through others.
void addCallers(llvm::ArrayRef<llvm::Function *> functions, llvm::SetVector<llvm::Function *> &callers);

/// Inlines `functions` (the kernel may be among them, and stays) wherever the kernel comes to them, and erases them. An
/// error is emitted for those that can't be, or whose address is taken, or if the kernel would have more than `most`
/// instructions: functions that call functions several times each multiply. Requires that there is no recursion.
void inlineIntoKernel(llvm::Function &kernel, llvm::SetVector<llvm::Function *> functions, size_t most);

} // namespace weft::compiler

#endif
