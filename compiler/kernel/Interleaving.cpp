// Interleaves vectors, each with one element of every lane, into one vector with each lane's elements together, and
// back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/Interleaving.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"

#include "kernel/Transposition.h"

using namespace llvm;

namespace weft::compiler {

namespace {

unsigned lengthOf(const Value *vector) { return cast<FixedVectorType>(vector->getType())->getNumElements(); }

/// Returns the type of the integer that holds `count` elements of a lane; null if the elements aren't integers, or
/// don't fit.
IntegerType *packedIntegerType(const Type *vector, unsigned count) {
  constexpr unsigned mostBits = 32; // the width to which code that computes with the elements extends them anyway
  const auto *element = dyn_cast<IntegerType>(vector->getScalarType());
  if (!element || element->getBitWidth() % 8 != 0 || !isPowerOf2_32(count) || element->getBitWidth() * count > mostBits)
    return nullptr;
  return IntegerType::get(vector->getContext(), element->getBitWidth() * count);
}

/// Returns whether each element is a constant, or was truncated from an integer of the type `lane`. Shifts then combine
/// the elements without further extensions.
bool areTruncated(ArrayRef<Value *> elements, const IntegerType *lane) {
  return all_of(elements, [lane](const Value *element) {
    const auto *truncated = dyn_cast<TruncInst>(element);
    return isa<Constant>(element) || (truncated && truncated->getSrcTy()->getScalarType() == lane);
  });
}

/// Returns whether each lane has so many elements that a transposition is faster. To collect one element of each lane,
/// plain shuffles would need a shuffle for each of many registers.
bool usesTransposition(const Type *vector, unsigned count, unsigned width) {
  constexpr unsigned mostShuffled = 4, fewestBits = 128;
  const unsigned bits = vector->getScalarSizeInBits(); // 0 for pointers
  return count > mostShuffled && isPowerOf2_32(count) && width > 1 && isPowerOf2_32(width) && isPowerOf2_32(bits) &&
         bits % 8 == 0 && bits * count >= fewestBits;
}

} // namespace

Value *frozen(IRBuilder<> &builder, Value *vector) {
  if (isa<UndefValue>(vector)) // poison is an UndefValue, too
    return Constant::getNullValue(vector->getType());
  return isGuaranteedNotToBeUndefOrPoison(vector) ? vector
                                                  : builder.CreateFreeze(vector, vector->getName() + ".frozen");
}

Value *interleave(IRBuilder<> &builder, ArrayRef<Value *> elements) {
  Type *type = elements.front()->getType();
  const auto count = static_cast<unsigned>(elements.size());
  const unsigned width = lengthOf(elements.front());
  if (usesTransposition(type, count, width))
    return concatenateVectors(builder, transpose(builder, elements));
  IntegerType *lane = packedIntegerType(type, count);
  if (!lane || !areTruncated(elements, lane))
    return builder.CreateShuffleVector(concatenateVectors(builder, elements), createInterleaveMask(width, count),
                                       "together");
  const uint64_t bits = type->getScalarSizeInBits();
  auto *lanes = FixedVectorType::get(lane, width);
  Value *together = builder.CreateZExt(frozen(builder, elements.front()), lanes);
  for (unsigned number = 1; number < count; ++number) {
    Value *element = builder.CreateZExt(frozen(builder, elements[number]), lanes);
    together = builder.CreateOr(together, builder.CreateShl(element, number * bits));
  }
  return builder.CreateBitCast(together, FixedVectorType::get(type->getScalarType(), width * count), "together");
}

SmallVector<Value *, 4> deinterleave(IRBuilder<> &builder, Value *all, unsigned count) {
  Type *element = all->getType()->getScalarType();
  const unsigned width = lengthOf(all) / count;
  if (usesTransposition(all->getType(), count, width)) {
    SmallVector<Value *, 16> rows;
    for (unsigned row = 0; row < width; ++row)
      rows.push_back(builder.CreateShuffleVector(all, createSequentialMask(row * count, count, 0)));
    const auto columns = transpose(builder, rows);
    return {columns.begin(), columns.end()};
  }
  IntegerType *lane = packedIntegerType(all->getType(), count);
  Value *lanes = lane ? builder.CreateBitCast(frozen(builder, all), FixedVectorType::get(lane, width)) : nullptr;
  SmallVector<Value *, 4> elements;
  for (unsigned number = 0; number < count; ++number)
    elements.push_back(lane ? builder.CreateTrunc(builder.CreateLShr(lanes, number * element->getIntegerBitWidth()),
                                                  FixedVectorType::get(element, width), "element")
                            : builder.CreateShuffleVector(all, createStrideMask(number, count, width), "element"));
  return elements;
}

} // namespace weft::compiler
