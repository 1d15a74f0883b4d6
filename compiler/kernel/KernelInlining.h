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

/// Inlines `functions` wherever the kernel calls them, directly or through each other, and erases them. If the kernel
/// is among them, it stays. Emits an error for a function that can't be inlined or whose address is taken, or if the
/// kernel would have more than `most` instructions. If functions call each other several times, the copies multiply.
/// Requires that no function is recursive.
void inlineIntoKernel(llvm::Function &kernel, llvm::SetVector<llvm::Function *> functions, size_t most);

} // namespace weft::compiler

#endif
