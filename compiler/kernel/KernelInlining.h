// Inlines into a kernel the functions that need the parameters that only the kernel has.
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
/// address is taken. If the kernel would have more than `most` instructions afterwards, emits an error and inlines
/// nothing. That happens because each call gets a copy of its function, and functions that call each other several
/// times multiply the copies. Requires that no function is recursive.
void inlineIntoKernel(llvm::Function &kernel, llvm::SetVector<llvm::Function *> functions, size_t most);

} // namespace weft::compiler

#endif
