// The functions of OpenCL C that the kernel pipeline's passes lower themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_ARCHIVE_LOWERED_FUNCTIONS_H
#define WEFT_COMPILER_BUILTINS_ARCHIVE_LOWERED_FUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class FunctionType;
}

namespace weft::compiler {

/// Whether passes lower the function with this base name: work-item functions, barriers, fences, queries of generic
/// pointers. No builtin collection defines such a function.
bool isLoweredByPasses(llvm::StringRef baseName);

/// Whether passes can lower the function with this base name if it has these types. Returns true for a name that the
/// passes don't lower.
bool hasLoweredTypes(llvm::StringRef baseName, const llvm::FunctionType &type);

} // namespace weft::compiler

#endif
