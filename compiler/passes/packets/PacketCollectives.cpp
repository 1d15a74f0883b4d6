// Carries out sub-group collectives (reductions, scans, ..) as vector operations: the packet is the sub-group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketCollectives.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

#include "kernel/Permutation.h"

using namespace llvm;

namespace weft::compiler {

PacketCollectives::PacketCollectives(IRBuilder<> &builder, Value *running)
    : builder_(builder), running_(running), width_(cast<FixedVectorType>(running->getType())->getNumElements()) {}

Value *PacketCollectives::make(const SubGroupCollective &collective, ArrayRef<Value *> operands) {
  using enum SubGroupCollective::Kind;
  Value *values = operands.front();
  if (collective.isArithmetic())
    values = builder_.CreateSelect(running_, values, collective.identity(values->getType()));
  switch (collective.kind) {
  case ballot:
    return this->ballot(values);
  case broadcast:
    return this->broadcast(values, operands[1]);
  case shuffle:
    return createPermutation(builder_, values, operands[1]);
  case reduce:
    return this->reduce(collective, values);
  case inclusiveScan:
    return scan(collective, values);
  case exclusiveScan:
    return scan(collective, shiftUp(values, 1, collective.identity(values->getType()->getScalarType())));
  case clusteredReduce:
    return clusters(collective, values, operands[1]);
  }
  return nullptr;
}

Value *PacketCollectives::ballot(Value *conditions) {
  Value *bits = builder_.CreateBitCast(builder_.CreateLogicalAnd(running_, conditions), builder_.getIntNTy(width_));
  return builder_.CreateZExt(bits, builder_.getInt64Ty(), "ballot");
}

Value *PacketCollectives::firstActiveLane() {
  Value *bits = builder_.CreateBitCast(running_, builder_.getIntNTy(width_));
  Value *first = builder_.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {bits, builder_.getTrue()});
  return builder_.CreateZExtOrTrunc(first, builder_.getInt32Ty(), "first.lane");
}

/// All lanes that run the call name the same source lane. If the packet has no lane of this index, the result is
/// undefined, but nothing traps.
Value *PacketCollectives::broadcast(Value *values, Value *lanes) {
  Value *lane = getSplatValue(lanes);
  if (!lane)
    lane = builder_.CreateExtractElement(lanes, firstActiveLane());
  return builder_.CreateExtractElement(values, builder_.CreateAnd(lane, width_ - 1), "broadcast");
}

Value *PacketCollectives::reduce(const SubGroupCollective &collective, Value *values) {
  for (unsigned distance = width_ / 2; distance > 0; distance /= 2) {
    SmallVector<int> upper;
    for (unsigned lane = 0; lane < distance; ++lane)
      upper.push_back(static_cast<int>(distance + lane));
    SmallVector<int> lower;
    for (unsigned lane = 0; lane < distance; ++lane)
      lower.push_back(static_cast<int>(lane));
    values = collective.combine(builder_, builder_.CreateShuffleVector(values, lower),
                                builder_.CreateShuffleVector(values, upper));
  }
  return builder_.CreateExtractElement(values, uint64_t(0), "reduced");
}

/// Moves the value of each lane up by `distance` lanes. The lowest lanes get `fill`.
Value *PacketCollectives::shiftUp(Value *values, unsigned distance, Constant *fill) {
  SmallVector<int> mask;
  for (unsigned lane = 0; lane < width_; ++lane)
    mask.push_back(static_cast<int>(lane < distance ? width_ : lane - distance));
  return builder_.CreateShuffleVector(values, ConstantVector::getSplat(ElementCount::getFixed(width_), fill), mask);
}

Value *PacketCollectives::scan(const SubGroupCollective &collective, Value *values) {
  Constant *identity = collective.identity(values->getType()->getScalarType());
  for (unsigned distance = 1; distance < width_; distance *= 2)
    values = collective.combine(builder_, shiftUp(values, distance, identity), values);
  return values;
}

Value *PacketCollectives::clusters(const SubGroupCollective &collective, Value *values, Value *sizes) {
  for (unsigned distance = 1; distance < width_; distance *= 2) {
    SmallVector<int> partners;
    for (unsigned lane = 0; lane < width_; ++lane)
      partners.push_back(static_cast<int>(lane ^ distance));
    Value *both = collective.combine(builder_, values, builder_.CreateShuffleVector(values, partners));
    Value *goesOn = builder_.CreateICmpUGT(sizes, ConstantInt::get(sizes->getType(), distance));
    values = builder_.CreateSelect(goesOn, both, values);
  }
  return values;
}

} // namespace weft::compiler
