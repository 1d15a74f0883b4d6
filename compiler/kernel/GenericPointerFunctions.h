// The OpenCL C functions that ask what a generic pointer points to: their names in one table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_GENERIC_POINTER_FUNCTIONS_H
#define WEFT_COMPILER_KERNEL_GENERIC_POINTER_FUNCTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Instruction;
}

namespace weft::compiler {

/// OpenCL C 3.0, section 6.15.9 (address space qualifier functions).
enum class GenericPointerFunction { toGlobal, toLocal, toPrivate, getFence };

/// The function of this name, as Clang calls it for spir64, if it is one of these.
std::optional<GenericPointerFunction> findGenericPointerFunction(llvm::StringRef name);

/// Whether `instruction` reads a bound of the running kernel's stack frame, which distinguishes private pointers from
/// others.
bool isStackBound(const llvm::Instruction &instruction);

} // namespace weft::compiler

#endif
