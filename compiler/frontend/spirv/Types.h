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
  /// What a pointer points to (one to a function is a number, FunctionReader::readPointerCall), the parts of vectors
  /// and arrays, a function's result, the image of a sampled image.
  Id element = 0;
  std::vector<Id> members; ///< of structures; the parameters of functions
  spv::StorageClass storage = spv::StorageClass::Function;
  /// Of integers of widths that OpenCL C has none of, else 0. Their values are numbers of the next width that it has,
  /// with zeros above; so they lie in memory as LLVM's do.
  unsigned rareWidth = 0;
  bool isUntyped = false; ///< of pointers: whoever uses one says to what (SPV_KHR_untyped_pointers)
  bool isSigned = false;  ///< of integers: as the module says it, which is mostly not at all
};

/// The number of a storage class among LLVM's address spaces; nothing for those that OpenCL has none of. Built-in
/// variables (Input) are private copies.
std::optional<unsigned> addressSpaceOf(spv::StorageClass storage);

/// The bits that an integer of so many bits takes: the next of 8, 16, 32 and 64.
unsigned containerWidth(unsigned width);

/// The types of a module, by their ids.
class Types {
public:
  Types(llvm::LLVMContext &context, const std::map<Id, Decorations> &decorations)
      : context_(context), decorations_(decorations) {}

  static bool declares(spv::Op opcode);
  /// Takes in that the module declares a capability, which may be one of types.
  void allow(spv::Capability capability);
  /// Takes a declaration in. `arrayLength` is that of OpTypeArray. Returns why the type can't be used, or "".
  std::string declare(const Instruction &instruction, uint64_t arrayLength);

  /// Null for an id that names none.
  const Type *find(Id id) const;
  /// Null as well where nothing in LLVM stands for it.
  llvm::Type *typeOf(Id id) const;
  /// Whether the module has declared any.
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

/// Numbers, vectors and pointers in a value of the type, counted no further than just beyond mostLeaves: what is done
/// for each of them is only done for as many.
inline constexpr size_t mostLeaves = 4096;
size_t countLeaves(llvm::Type *type);

} // namespace weft::compiler::spirv

#endif
