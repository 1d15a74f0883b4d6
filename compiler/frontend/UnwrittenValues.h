// Values that a program reads but has not written: each has one value, which is the same on all executors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_UNWRITTEN_VALUES_H
#define WEFT_COMPILER_FRONTEND_UNWRITTEN_VALUES_H

namespace llvm {
class Constant;
class Module;
class Type;
} // namespace llvm

namespace weft::compiler {

// OpenCL C doesn't define the value of a variable before the program writes it, nor the fourth element of a vector of
// three. LLVM's undef and poison define even less: each use may see another value, a branch on it is undefined, and a
// result computed from poison is poison. Programs rely on a value that is unknown, but the same at each use. For
// example, if one path leaves the condition of a loop around a barrier unwritten, the loop ends at some point on other
// platforms. Here the value is zero, which costs nothing if the value isn't read.

/// Returns the value that stands for a value of this type that the program doesn't define.
llvm::Constant *unwrittenValue(llvm::Type &type);

/// Whether a variable of this type begins as zero if it isn't written: scalars, vectors, pointers, and small structures
/// of these. Arrays keep the contents of their memory: each element has one unknown value there, too, and writing zeros
/// would take time.
bool beginsAsZero(const llvm::Type &type);

/// Removes the initial values that Clang has written for automatic variables (-ftrivial-auto-var-init=zero) from all
/// variables for which `beginsAsZero` is false.
void removeArrayInitialisers(llvm::Module &program);

/// Sets vector elements to zero if a shuffle or a constant leaves them undefined. Clang does so with the fourth element
/// if it stores a vector of three, or converts it to another type (OpenCL C 3.0, section 6.4.4.2).
void defineMissingElements(llvm::Module &program);

} // namespace weft::compiler

#endif
