// Lowers vloadN, vstoreN, and loads and stores of halfs to loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerBuiltinsPass.h"

#include <optional>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the type of the vector that `function` loads or stores, if its base name is `access` with a number of
/// elements. Returns null for other functions.
FixedVectorType *accessedVector(const Function &function, StringRef access) {
  StringRef name = functionBaseName(function.getName());
  unsigned count = 0;
  if (!name.consume_front(access) || name.getAsInteger(10, count))
    return nullptr;
  const FunctionType *type = function.getFunctionType();
  const bool isLoad = !type->getReturnType()->isVoidTy();
  if (type->getNumParams() != (isLoad ? 2u : 3u) || !type->params().back()->isPointerTy())
    return nullptr;
  auto *vector = dyn_cast<FixedVectorType>(isLoad ? type->getReturnType() : type->getParamType(0));
  return vector && vector->getNumElements() == count ? vector : nullptr;
}

/// Returns the address of vector `number`. `pitch` is the distance between neighbouring vectors in elements.
Value *addressOf(IRBuilder<> &builder, Type *element, unsigned pitch, Value *number, Value *pointer) {
  Value *offset = builder.CreateMul(number, ConstantInt::get(number->getType(), pitch));
  return builder.CreateGEP(element, pointer, offset);
}

void lowerAccess(CallInst &call, FixedVectorType *type, bool isLoad) {
  IRBuilder<> builder(&call);
  const Align alignment(call.getDataLayout().getTypeAllocSize(type->getElementType()));
  const unsigned first = isLoad ? 0 : 1;
  Value *address = addressOf(builder, type->getElementType(), type->getNumElements(), call.getArgOperand(first),
                             call.getArgOperand(first + 1));
  if (isLoad)
    call.replaceAllUsesWith(builder.CreateAlignedLoad(type, address, alignment, "vector"));
  else
    builder.CreateAlignedStore(call.getArgOperand(0), address, alignment);
  call.eraseFromParent();
}

/// An access to floats that are stored as half (OpenCL C 3.0, section 6.15.7).
struct HalfAccess {
  unsigned elements;
  unsigned pitch; ///< the distance between neighbouring vectors, in elements
  Align alignment;
  bool isLoad;
};

/// Describes the access that a call of `function` makes. Returns nothing in three cases: the function isn't a load or
/// store of half, it converts from double, or it rounds in another mode than to nearest.
std::optional<HalfAccess> halfAccess(const Function &function) {
  StringRef name = functionBaseName(function.getName());
  const bool isLoad = name.consume_front("vload");
  if (!isLoad && !name.consume_front("vstore"))
    return std::nullopt;
  const bool isAligned = name.consume_front("a");
  if (!name.consume_front("_half"))
    return std::nullopt;
  if (!isLoad)
    name.consume_back("_rte");
  unsigned elements = 1;
  if (!name.empty() && name.getAsInteger(10, elements))
    return std::nullopt;
  const FunctionType *type = function.getFunctionType();
  if (type->getNumParams() != (isLoad ? 2u : 3u) || !type->params().back()->isPointerTy())
    return std::nullopt;
  const Type *value = isLoad ? type->getReturnType() : type->getParamType(0);
  const auto *vector = dyn_cast<FixedVectorType>(value);
  if (!value->getScalarType()->isFloatTy() || (vector ? vector->getNumElements() : 1) != elements)
    return std::nullopt;
  const unsigned pitch = isAligned ? PowerOf2Ceil(elements) : elements;
  return HalfAccess{elements, pitch, Align(isAligned ? 2 * pitch : 2), isLoad};
}

void lowerAccess(CallInst &call, const HalfAccess &access) {
  IRBuilder<> builder(&call);
  const unsigned first = access.isLoad ? 0 : 1;
  Value *address =
      addressOf(builder, builder.getHalfTy(), access.pitch, call.getArgOperand(first), call.getArgOperand(first + 1));
  Type *value = access.isLoad ? call.getType() : call.getArgOperand(0)->getType();
  Type *halves = value->getWithNewType(builder.getHalfTy());
  if (access.isLoad)
    call.replaceAllUsesWith(
        builder.CreateFPExt(builder.CreateAlignedLoad(halves, address, access.alignment, "half"), value));
  else
    builder.CreateAlignedStore(builder.CreateFPTrunc(call.getArgOperand(0), halves), address, access.alignment);
  call.eraseFromParent();
}

FixedVectorType *accessedVector(const Function &function) {
  FixedVectorType *loaded = accessedVector(function, "vload");
  return loaded ? loaded : accessedVector(function, "vstore");
}

} // namespace

bool isVectorAccess(const Function &function) { return accessedVector(function) || halfAccess(function); }

void lowerVectorAccess(CallInst &call) {
  const Function &function = *call.getCalledFunction();
  if (const std::optional<HalfAccess> half = halfAccess(function))
    lowerAccess(call, *half);
  else
    lowerAccess(call, accessedVector(function), !call.getType()->isVoidTy());
}

} // namespace weft::compiler
