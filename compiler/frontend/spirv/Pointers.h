// The types that pointers point to, and the way in which a module accesses memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_POINTERS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_POINTERS_H

#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {

/// Returns the type of a pointer, or of each pointer in a vector of pointers. If the id is neither, reports a flaw and
/// returns null.
const Type *pointerTypeOf(Reader &reader, const Instruction &user, Id pointer);

/// Returns the type that a pointer points to. If the type can't be accessed or isn't given, reports a flaw and returns
/// null.
llvm::Type *pointeeOf(Reader &reader, const Instruction &user, Id pointer);
/// Whether the pointer may point to a value of the type.
bool pointsTo(Reader &reader, const Instruction &user, Id pointer, const llvm::Type *type);

/// Returns the type of a variable's object, not of the pointer to it; 0 if `type` doesn't fit the instruction. `type`
/// is the type of OpVariable or OpUntypedVariableKHR. The latter names the object's type after the storage class.
Id objectOf(const Instruction &variable, const Type &type);
/// Returns the index of a variable's initial value among the operands.
size_t initialValueOf(const Type &type);

/// Whether `opcode` computes the address of a part of an object, from a typed or an untyped pointer.
bool isAccessChain(spv::Op opcode);

/// The facts of a MemoryAccessMask, with the parameter of its bit Aligned.
struct MemoryAccess {
  bool isVolatile = false;
  bool isNontemporal = false;
  llvm::MaybeAlign alignment;
  size_t end = 0; ///< the index of the first operand after the mask and its parameters
};

/// `mask`: the index of the operand. If the instruction has no such operand, the result has the defaults: not volatile
/// and without a stated alignment.
MemoryAccess accessOf(const Instruction &instruction, size_t mask);

} // namespace weft::compiler::spirv

#endif
