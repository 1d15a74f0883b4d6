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

/// Turns the functions in Clang's list of constructors into plain functions. In Clang's output they are kernels, which
/// a host would have to launch. Also removes calls that register destructors, so a program's variables are never
/// destroyed: Clang doesn't say which object a registration is for (`emitGlobalDtorWithCXAAtExit` of Clang 22).
void lowerClangConstructors(llvm::Module &program);

/// Whether the list of constructors, if it exists, names only defined functions without arguments and results.
bool hasValidConstructors(const llvm::Module &program);

/// Makes the program's initialiser (the kernel that gives variables their values, ProgramVariables.h) call the
/// functions of the list. They are called in the order of their priorities, and within a priority in the order of the
/// list. Then removes the list. *Requires* hasValidConstructors, and a completely linked program whose variables have
/// no offsets yet.
void callConstructors(llvm::Module &program);

} // namespace weft::compiler

#endif
