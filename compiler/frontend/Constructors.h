// The constructors of a program's variables, which programs in C++ for OpenCL have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_CONSTRUCTORS_H
#define WEFT_COMPILER_FRONTEND_CONSTRUCTORS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// The list that Clang writes, and that LLVM joins when programs are linked.
inline constexpr llvm::StringLiteral constructorList = "llvm.global_ctors";

/// Converts Clang's constructors to the form that programs have. Clang makes the functions of the list kernels, which a
/// host would have to launch. Here they become plain functions. Registrations of destructors are removed, so a
/// program's variables are not destroyed: Clang doesn't say which object a registration is for
/// (`emitGlobalDtorWithCXAAtExit` of Clang 22).
void lowerClangConstructors(llvm::Module &program);

/// Whether the list, if there is one, names only defined functions without arguments and results.
bool hasValidConstructors(const llvm::Module &program);

/// Makes the program's initialiser call the functions of the list, in the order of their priorities, and within a
/// priority in the order of the list. Then removes the list. For a completely linked program, before its variables are
/// placed. *Requires* hasValidConstructors.
void callConstructors(llvm::Module &program);

} // namespace weft::compiler

#endif
