// The constructors of a program's variables, which programs in C++ for OpenCL have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_CONSTRUCTORS_H
#define WEFT_COMPILER_FRONTEND_CONSTRUCTORS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// The list that Clang writes, and LLVM joins when programs are linked.
inline constexpr llvm::StringLiteral constructorList = "llvm.global_ctors";

/// Brings what Clang writes to the form of programs. The functions of the list, which Clang makes kernels for a host
/// that would have to launch them, become functions. Registrations of destructors go: Clang leaves out of which object
/// (`emitGlobalDtorWithCXAAtExit` of Clang 22), so variables of a program are not destroyed.
void takeConstructors(llvm::Module &program);

/// Whether the list, where there is one, names defined functions without arguments and results.
bool hasConstructorsInForm(const llvm::Module &program);

/// Has the program's initialiser call the functions of the list, in the order of their priorities and within it of the
/// list; the list is gone then. For a program that is linked completely, before its variables are placed. *Requires*
/// hasConstructorsInForm.
void callConstructors(llvm::Module &program);

} // namespace weft::compiler

#endif
