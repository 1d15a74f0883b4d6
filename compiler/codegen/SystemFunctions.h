// The functions of the system's libraries that generated code may call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SYSTEM_FUNCTIONS_H
#define WEFT_COMPILER_CODEGEN_SYSTEM_FUNCTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace weft::compiler {

/// The library that has the function, to be named in a kernel's shared object: "" where every process has it anyway.
/// Nothing for a function that LLVM's code generator isn't known to call.
std::optional<llvm::StringRef> libraryOfSystemFunction(llvm::StringRef function);

/// Whether a symbol of this name would be taken for another thing than the program's function or variable: for one of
/// these functions, for the kernel's description, or for a section or a label of the assembler's own (".text").
bool isReservedSymbol(llvm::StringRef name);

/// What LLVM's passes may know of library functions. LLVM takes for granted that the whole C library is there: it makes
/// calls of strlen, wcslen and others from loops, and gives a function of the program the meaning of the C function of
/// the same name. Here it may call the functions alone that every process has.
llvm::TargetLibraryInfoImpl systemFunctionInfo(const llvm::Triple &target);

/// The same for IR in which no function of a library may be called at all, as in a program's IL.
llvm::TargetLibraryInfoImpl noSystemFunctionInfo(const llvm::Triple &target);

} // namespace weft::compiler

#endif
