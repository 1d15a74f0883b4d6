// The functions of the system's libraries that generated code may call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SYSTEM_FUNCTIONS_H
#define WEFT_COMPILER_CODEGEN_SYSTEM_FUNCTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace weft::compiler {

/// The library that has the function, to be named in a kernel's shared object; "" where every process has the library
/// anyway. Returns nothing for a function that LLVM's code generator isn't known to call.
std::optional<llvm::StringRef> libraryOfSystemFunction(llvm::StringRef function);

/// Whether a symbol of this name would be mistaken for something else than the program's function or variable: for one
/// of these functions, for the kernel's description, or for a section or label of the assembler's own (".text").
bool isReservedSymbol(llvm::StringRef name);

/// The library functions that LLVM's passes may use. By default LLVM assumes the whole C library: it turns loops into
/// calls of strlen, wcslen and others, and gives a function of the program the meaning of the C function of the same
/// name. With this information LLVM may call only the functions that every process has.
llvm::TargetLibraryInfoImpl systemFunctionInfo(const llvm::Triple &target);

/// The same for IR that may not call library functions at all, such as a program's IL.
llvm::TargetLibraryInfoImpl noSystemFunctionInfo(const llvm::Triple &target);

} // namespace weft::compiler

#endif
