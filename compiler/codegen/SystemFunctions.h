// Names the functions of the system's libraries that generated code may call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SYSTEM_FUNCTIONS_H
#define WEFT_COMPILER_CODEGEN_SYSTEM_FUNCTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace weft::compiler {

/// Returns the name of the library that defines `function`. The kernel's shared object must list this library, so that
/// the loader loads it. The result "" means that every process has the function anyway, so that no library need be
/// listed. Returns nothing for a function that LLVM's code generator isn't known to call.
std::optional<llvm::StringRef> libraryOfSystemFunction(llvm::StringRef function);

/// Whether a function or variable of the program can't have a symbol called `name`, because the symbol would be
/// mistaken for something else: a system function, the kernel's description, or a section or label of the assembler
/// (".text").
bool isReservedSymbol(llvm::StringRef name);

/// Returns the library functions that LLVM's passes may use. By default LLVM assumes the whole C library: it turns
/// loops into calls of strlen, wcslen and others, and gives a function of the program the meaning of the C function of
/// the same name. With this information, LLVM may only call the functions that every process has.
llvm::TargetLibraryInfoImpl systemFunctionInfo(const llvm::Triple &target);

/// Returns the same information for IR that may not call any library function, such as a program's IL.
llvm::TargetLibraryInfoImpl noSystemFunctionInfo(const llvm::Triple &target);

} // namespace weft::compiler

#endif
