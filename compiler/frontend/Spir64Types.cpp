// Checks the types of spir64 IL and computes their sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/Spir64Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include "builtins/archive/MangledName.h"

namespace weft::compiler {
namespace {

/// The most elements of a vector, and the most bits of an integer; more is a flaw. OpenCL C has vectors of up to 16
/// elements, but Clang's attributes and shuffles create longer ones.
constexpr uint64_t vectorElements = 256;
constexpr unsigned integerBits = 128;
/// OpenCL C's opaque types (kernel/OpaqueTypes.h), and the types that its header names for devices with queues.
constexpr llvm::StringLiteral opaqueTypes[] = {"spirv.Image", "spirv.Sampler",     "spirv.Event",    "spirv.Pipe",
                                               "spirv.Queue", "spirv.DeviceEvent", "spirv.ReserveId"};

} // namespace

void Spir64Types::note(std::string flaw) {
  if (flaw_.empty())
    flaw_ = std::move(flaw);
}

uint64_t Spir64Types::check(llvm::Type *type) {
  if (const auto known = sizes_.find(type); known != sizes_.end())
    return known->second;
  const uint64_t size = sizeOf(type);
  if (size > objectBytes)
    note("it has objects of more than " + std::to_string(objectBytes) + " bytes");
  return sizes_[type] = size;
}

uint64_t Spir64Types::sizeOf(llvm::Type *type) {
  if (auto *vector = llvm::dyn_cast<llvm::VectorType>(type)) {
    if (vector->getElementCount().isScalable() || vector->getElementCount().getFixedValue() > vectorElements)
      note("it has vectors of more than " + std::to_string(vectorElements) + " elements");
    return llvm::SaturatingMultiply(check(vector->getElementType()),
                                    uint64_t(vector->getElementCount().getKnownMinValue()));
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return llvm::SaturatingMultiply(check(array->getElementType()), array->getNumElements());
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    uint64_t size = 0;
    for (llvm::Type *member : structure->elements())
      size = llvm::SaturatingAdd(size, check(member));
    return size;
  }
  if (auto *function = llvm::dyn_cast<llvm::FunctionType>(type)) {
    check(function->getReturnType());
    for (llvm::Type *parameter : function->params())
      check(parameter);
    return 0;
  }
  return sizeOfScalar(type);
}

uint64_t Spir64Types::sizeOfScalar(llvm::Type *type) {
  if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
    if (integer->getBitWidth() > integerBits)
      note("it has integers of more than " + std::to_string(integerBits) + " bits");
    return (integer->getBitWidth() + 7) / 8;
  }
  if (auto *target = llvm::dyn_cast<llvm::TargetExtType>(type)) {
    if (!llvm::is_contained(opaqueTypes, target->getName()))
      note("it has the foreign type '" + target->getName().str() + "'");
    return sizeof(void *);
  }
  if (type->isPointerTy()) {
    if (type->getPointerAddressSpace() > spirGeneric)
      note("it has pointers to an unknown address space, " + std::to_string(type->getPointerAddressSpace()));
    return sizeof(void *);
  }
  if (type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy())
    return type->getPrimitiveSizeInBits() / 8;
  if (!type->isVoidTy() && !type->isLabelTy() && !type->isMetadataTy() && !type->isTokenTy())
    note("it has numbers of a foreign type");
  return 0;
}

} // namespace weft::compiler
