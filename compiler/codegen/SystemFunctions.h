// The functions of the system's libraries that generated code may call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SYSTEM_FUNCTIONS_H
#define WEFT_COMPILER_CODEGEN_SYSTEM_FUNCTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// The library that has the function, to be named in a kernel's shared object: "" where every process has it anyway.
/// Nothing for a function that LLVM's code generator isn't known to call.
std::optional<llvm::StringRef> libraryOfSystemFunction(llvm::StringRef function);

} // namespace weft::compiler

#endif
