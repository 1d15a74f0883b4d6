// Lets a kernel look whether pointers lead to the address space that they are cast to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CAST_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_CAST_CHECKS_H

#include "kernel/CheckCalls.h"

namespace weft::compiler {

/// In front of each cast of a pointer to global, local or private memory: one that leads to another of these is
/// reported. What is done with the pointer stays as it is. Casts that ask, as to_local does, are none.
void checkCasts(llvm::Function &kernel, CheckCalls &calls);

} // namespace weft::compiler

#endif
