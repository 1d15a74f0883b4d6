// Inlines functions that must become part of the kernel.
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

/// Inlines `functions` (the kernel may be among them, and stays) wherever the kernel reaches them, and erases them.
/// Emits an error for a function that can't be inlined or whose address is taken, or if the kernel would have more than
/// `most` instructions: where functions call functions several times each, the copies multiply. Requires that there is
/// no recursion.
void inlineIntoKernel(llvm::Function &kernel, llvm::SetVector<llvm::Function *> functions, size_t most);

} // namespace weft::compiler

#endif
