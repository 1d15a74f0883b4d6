// SPIR-V's types and the LLVM types that stand for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_TYPES_H

#include <map>
#include <vector>

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"

#include "frontend/spirv/Decorations.h"

namespace weft::compiler::spirv {

struct Type {
  spv::Op kind = spv::Op::OpTypeVoid;
  llvm::Type *type = nullptr; ///< null for sampled images, which are two values
  /// For a pointer, the type that it points to (a pointer to a function is a number, FunctionReader::readPointerCall).
  /// For vectors and arrays, the type of the elements. For a function, the type of the result. For a sampled image, the
  /// image.
  Id element = 0;
  std::vector<Id> members; ///< of structures: the members; of functions: the parameters
  spv::StorageClass storage = spv::StorageClass::Function;
  /// The rare width: the number of bits of an integer type if OpenCL C has no integers of this width, else 0. In LLVM
  /// IR, a value of such a type is an integer of the next width that OpenCL C has, with zeros in the additional high
  /// bits. So its layout in memory is that of LLVM's integers of the rare width.
  unsigned rareWidth = 0;
  bool isUntyped = false; ///< of pointers: each user states the type that it points to (SPV_KHR_untyped_pointers)
  bool isSigned = false;  ///< of integers: whether the module marks the type as signed; most modules mark none
};

/// Returns LLVM's address space for a storage class; nothing for storage classes that OpenCL doesn't have. Built-in
/// variables (storage class Input) are in private memory, because each function makes copies of them.
std::optional<unsigned> addressSpaceOf(spv::StorageClass storage);

/// Returns the width of the LLVM integer that holds an integer of `width` bits: the next of 8, 16, 32 and 64.
unsigned containerWidth(unsigned width);

/// The types of a module, by their ids.
class Types {
public:
  Types(llvm::LLVMContext &context, const std::map<Id, Decorations> &decorations)
      : context_(context), decorations_(decorations) {}

  static bool declares(spv::Op opcode);
  /// Notes that the module declares a capability, which may allow further types.
  void allow(spv::Capability capability);
  /// Reads a type's declaration. `arrayLength` is the length of OpTypeArray. Returns why the type can't be used, or "".
  std::string declare(const Instruction &instruction, uint64_t arrayLength);

  /// Returns null for an id that names no type.
  const Type *find(Id id) const;
  /// Returns null also for a type that has no LLVM type.
  llvm::Type *typeOf(Id id) const;
  /// Whether the module has declared types of these kinds.
  bool hasVectorsOfPointers() const { return hasVectorsOfPointers_; }
  bool hasRareWidths() const { return hasRareWidths_; }

private:
  std::string declareNumber(const Instruction &instruction, Type &made);
  std::string declareAggregate(const Instruction &instruction, uint64_t arrayLength, Type &made);
  std::string declareFunction(const Instruction &instruction, Type &made);
  std::string declarePointer(spv::StorageClass storage, Id element, Type &made);
  std::string declareImage(const Instruction &instruction, Type &made);

  llvm::LLVMContext &context_;
  const std::map<Id, Decorations> &decorations_;
  std::map<Id, Type> types_;
  bool allowsUntypedPointers_ = false;
  bool allowsRareWidths_ = false;
  bool hasRareWidths_ = false;
  bool hasVectorsOfPointers_ = false;
};

/// A value's leaves are the numbers, vectors and pointers in it. Instructions that need work for each leaf refuse
/// values with more than mostLeaves. countLeaves stops counting just above mostLeaves.
inline constexpr size_t mostLeaves = 4096;
size_t countLeaves(llvm::Type *type);

} // namespace weft::compiler::spirv

#endif
