// Inlines functions that must become part of the kernel, because they need its parameters.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_KERNEL_INLINING_H
#define WEFT_COMPILER_KERNEL_KERNEL_INLINING_H

#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Adds to `callers` the functions that call one of `functions`, directly or through other functions.
void addCallers(llvm::ArrayRef<llvm::Function *> functions, llvm::SetVector<llvm::Function *> &callers);

/// Inlines `functions` wherever the kernel calls them, directly or through each other, and then erases them. The kernel
/// itself may be among them, and isn't erased. Emits an error if LLVM can't inline a function, or if a function's
/// address is taken. If the kernel would have more than `most` instructions afterwards, the function emits an error and
/// inlines nothing. The length matters because functions that call each other several times multiply. Requires that no
/// function is recursive.
void inlineIntoKernel(llvm::Function &kernel, llvm::SetVector<llvm::Function *> functions, size_t most);

} // namespace weft::compiler

#endif
