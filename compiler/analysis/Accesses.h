// Queries about a memory access that work the same way for loads and for stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ACCESSES_H
#define WEFT_COMPILER_ANALYSIS_ACCESSES_H

namespace llvm {
class Instruction;
class Type;
} // namespace llvm

namespace weft::compiler {

/// The type that a load or store reads or writes.
llvm::Type *accessedType(const llvm::Instruction &access);

/// Whether `instruction` is a simple load (if `loads`) or a simple store (if not).
bool isAccess(const llvm::Instruction &instruction, bool loads);

} // namespace weft::compiler

#endif
