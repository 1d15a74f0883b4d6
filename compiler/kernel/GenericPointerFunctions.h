// Recognises the OpenCL C functions that find out the address space of a generic pointer, by a table of their names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_GENERIC_POINTER_FUNCTIONS_H
#define WEFT_COMPILER_KERNEL_GENERIC_POINTER_FUNCTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Instruction;
}

namespace weft::compiler {

/// The functions of OpenCL C 3.0 that the section "Address Space Qualifier Functions" defines.
enum class GenericPointerFunction { toGlobal, toLocal, toPrivate, getFence };

/// Returns the function that has this name in Clang's IR for spir64; nothing for any other name.
std::optional<GenericPointerFunction> findGenericPointerFunction(llvm::StringRef name);

/// Whether `instruction` reads a bound of the running kernel's stack frame, which distinguishes private pointers from
/// others.
bool isStackBound(const llvm::Instruction &instruction);

} // namespace weft::compiler

#endif
