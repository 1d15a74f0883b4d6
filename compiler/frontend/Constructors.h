// The constructors of a program's variables, which programs in C++ for OpenCL have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_CONSTRUCTORS_H
#define WEFT_COMPILER_FRONTEND_CONSTRUCTORS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// The name of the list of constructors. Clang writes the list, and LLVM joins the lists of programs that are linked.
inline constexpr llvm::StringLiteral constructorList = "llvm.global_ctors";

/// Converts Clang's constructors to the form that programs have. In Clang's output, the functions of the list are
/// kernels, which a host would have to launch. Here they become plain functions. Registrations of destructors are
/// removed, so a program's variables are not destroyed: Clang doesn't say which object a registration is for
/// (`emitGlobalDtorWithCXAAtExit` of Clang 22).
void lowerClangConstructors(llvm::Module &program);

/// Whether the list, if it exists, names only defined functions without arguments and results.
bool hasValidConstructors(const llvm::Module &program);

/// Makes the program's initialiser call the functions of the list, in the order of their priorities, and within a
/// priority in the order of the list. Then removes the list. *Requires* hasValidConstructors, and a completely linked
/// program whose variables have no offsets yet.
void callConstructors(llvm::Module &program);

} // namespace weft::compiler

#endif
