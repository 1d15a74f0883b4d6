// Makes a kernel check whether a pointer points to the address space that it is cast to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CAST_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_CAST_CHECKS_H

#include "kernel/CheckCalls.h"

namespace weft::compiler {

/// Adds a check before each cast of a pointer to global, local or private memory. The check reports the pointer if it
/// points to memory of another address space than the cast's. After a report the kernel goes on and uses the pointer
/// unchanged. Casts that only query the address space, as to_local does, get no check.
void checkCasts(llvm::Function &kernel, CheckCalls &calls);

} // namespace weft::compiler

#endif
