// What pointers point to, and how memory is accessed, as a module says it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_POINTERS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_POINTERS_H

#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {

/// The type of a pointer, or that of each one of a vector of them; null, and a flaw, where the id is neither.
const Type *pointerTypeOf(Reader &reader, const Instruction &user, Id pointer);

/// The type that a pointer points to; null, and a flaw, where it is none that can be accessed, or not said.
llvm::Type *pointeeOf(Reader &reader, const Instruction &user, Id pointer);
/// Whether a value of the type can be where a pointer points to.
bool pointsTo(Reader &reader, const Instruction &user, Id pointer, const llvm::Type *type);

/// Of what a variable is an object; null where it is of none that there are. `type` is OpVariable's or
/// OpUntypedVariableKHR's, which names the object behind the storage class.
Id objectOf(const Instruction &variable, const Type &type);
/// The index of a variable's initial value among the operands.
size_t initialValueOf(const Type &type);

/// Whether `opcode` is the address of an object's part, of a pointer with a type or without one.
bool isAccessChain(spv::Op opcode);

/// MemoryAccessMask with the parameter of Aligned.
struct MemoryAccess {
  bool isVolatile = false;
  bool isNontemporal = false;
  llvm::MaybeAlign alignment;
};

/// `mask`: the index of the operand; an access without one has nothing said of it.
MemoryAccess accessOf(const Instruction &instruction, size_t mask);

} // namespace weft::compiler::spirv

#endif
