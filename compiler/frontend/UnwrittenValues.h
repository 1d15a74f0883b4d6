// Values that a program reads and has not written: one value each, the same on all executors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_UNWRITTEN_VALUES_H
#define WEFT_COMPILER_FRONTEND_UNWRITTEN_VALUES_H

namespace llvm {
class Constant;
class Module;
class Type;
} // namespace llvm

namespace weft::compiler {

// OpenCL C leaves open what a variable holds before the program writes it, and what the fourth element of a vector of
// three is. LLVM's undef and poison leave more open: each use may see another value, a branch on it may go nowhere, and
// what is joined with poison is poison. Programs count on the weaker promise: a loop around a barrier whose condition
// one path leaves unwritten ends somewhere elsewhere. Zero costs nothing where the value isn't read.

/// The value of a type that the program doesn't say.
llvm::Constant *unwrittenValue(llvm::Type &type);

/// Whether a variable of this type that isn't written begins as zero: scalars, vectors, pointers, small structures of
/// these. Arrays keep what their memory holds: it is one value for each element, too, and to write it takes time.
bool beginsAsZero(const llvm::Type &type);

/// Takes the initial values that Clang has written for all automatic variables (-ftrivial-auto-var-init=zero) away from
/// those for which `beginsAsZero` is false.
void keepArraysUnwritten(llvm::Module &program);

/// Makes elements of vectors that no operand of a shuffle and no constant gives zero: the fourth one of a vector of
/// three in memory, and where it is taken as another type (OpenCL C 3.0, section 6.4.4.2).
void defineMissingElements(llvm::Module &program);

} // namespace weft::compiler

#endif
