// Finds gathers and scatters whose elements are at constant distances from each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ConstantOffsetAccess.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// The greatest depth to which an address expression is searched.
constexpr unsigned mostDepth = 6;

Distances zeros(const Value &vector) {
  Distances none(cast<FixedVectorType>(vector.getType())->getNumElements(), 0);
  return none;
}

/// Which sums may be split into their operands. Below a zero or sign extension, a sum may be split only if it doesn't
/// wrap as an unsigned or signed sum.
enum class Sums { any, unsignedExact, signedExact };

bool isSum(Value &vector, Sums sums) {
  if (match(&vector, m_DisjointOr(m_Value(), m_Value()))) // an addition without carries
    return true;
  auto *sum = dyn_cast<BinaryOperator>(&vector);
  return sum && sum->getOpcode() == Instruction::Add &&
         (sums == Sums::any || (sums == Sums::unsignedExact ? sum->hasNoUnsignedWrap() : sum->hasNoSignedWrap()));
}

/// Returns the distance of each lane of a vector of integers from a value that all lanes share. Returns nothing if the
/// distances aren't known. An extension of a sum is the sum of the extended operands if the sum doesn't wrap.
std::optional<Distances> distancesOf(Value &vector, Sums sums = Sums::any, unsigned depth = 0) {
  Distances distances = zeros(vector);
  if (getSplatValue(&vector))
    return distances;
  if (auto *constant = dyn_cast<Constant>(&vector)) {
    for (unsigned lane = 0; lane < distances.size(); ++lane) {
      if (isa_and_nonnull<PoisonValue>(constant->getAggregateElement(lane)))
        continue; // a poison lane never runs
      auto *number = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
      if (!number || number->getValue().getSignificantBits() > 32 ||
          (sums == Sums::unsignedExact && number->isNegative()))
        return std::nullopt;
      distances[lane] = number->getSExtValue();
    }
    return distances;
  }
  auto *instruction = dyn_cast<Instruction>(&vector);
  if (!instruction || depth == mostDepth)
    return std::nullopt;
  if (isa<ZExtInst>(instruction))
    return distancesOf(*instruction->getOperand(0), Sums::unsignedExact, depth + 1);
  if (isa<SExtInst>(instruction))
    return distancesOf(*instruction->getOperand(0), Sums::signedExact, depth + 1);
  if (!isSum(vector, sums))
    return std::nullopt;
  for (Value *summand : instruction->operand_values()) {
    const auto summands = distancesOf(*summand, sums, depth + 1);
    if (!summands)
      return std::nullopt;
    for (auto [distance, more] : zip_equal(distances, *summands))
      distance += more;
  }
  return distances;
}

/// Writes the value that the lanes of `vector` share, to which each lane adds its distance (distancesOf).
Value *sharedValueOf(IRBuilder<> &builder, Value &vector) {
  if (Value *splat = getSplatValue(&vector))
    return splat;
  if (isa<Constant>(vector))
    return Constant::getNullValue(vector.getType()->getScalarType());
  auto &instruction = cast<Instruction>(vector);
  Value *first = sharedValueOf(builder, *instruction.getOperand(0));
  if (auto *cast = dyn_cast<CastInst>(&instruction))
    return builder.CreateCast(cast->getOpcode(), first, vector.getType()->getScalarType());
  Value *second = sharedValueOf(builder, *instruction.getOperand(1));
  return match(second, m_Zero()) ? first : builder.CreateAdd(first, second);
}

/// Adds to each lane's distance the bytes that `step` adds to the lane's address. Returns false if these bytes aren't
/// known.
bool addGepDistances(GetElementPtrInst &step, Distances &distances) {
  const TypeSize size = step.getDataLayout().getTypeAllocSize(step.getSourceElementType());
  Value &index = *step.getOperand(1);
  if (step.getNumIndices() != 1 || size.isScalable() || size > 4096)
    return false;
  if (!index.getType()->isVectorTy())
    return true;
  const auto own = index.getType()->getScalarType()->isIntegerTy(64) ? distancesOf(index) : std::nullopt;
  if (!own)
    return false;
  for (auto [distance, more] : zip_equal(distances, *own))
    distance += more * static_cast<int64_t>(size.getFixedValue());
  return true;
}

} // namespace

std::optional<ConstantOffsetAccess> ConstantOffsetAccess::of(Instruction &instruction) {
  const std::optional<LaneAccess> access = LaneAccess::of(instruction);
  if (!access)
    return std::nullopt;
  ConstantOffsetAccess lanes{*access, {}, access->address(), Distances(access->type()->getNumElements(), 0)};
  while (lanes.base->getType()->isVectorTy()) {
    auto *step = dyn_cast<GetElementPtrInst>(lanes.base);
    if (!step) {
      lanes.base = getSplatValue(lanes.base);
      break;
    }
    if (lanes.steps.size() == mostDepth || !addGepDistances(*step, lanes.distances))
      return std::nullopt;
    lanes.steps.insert(lanes.steps.begin(), step);
    lanes.base = step->getPointerOperand();
  }
  return lanes.base && !lanes.steps.empty() ? std::optional(std::move(lanes)) : std::nullopt;
}

bool ConstantOffsetAccess::isBaseShared() const {
  return steps.size() == 1 && !steps.front()->getPointerOperandType()->isVectorTy() &&
         isa<Constant>(steps.front()->getOperand(1)) && steps.front()->getOperand(1)->getType()->isVectorTy();
}

Value *ConstantOffsetAccess::sharedAddress(IRBuilder<> &builder) const {
  Value *address = base;
  for (GetElementPtrInst *step : steps) {
    Value *index = step->getOperand(1);
    address = builder.CreateGEP(step->getSourceElementType(), address,
                                index->getType()->isVectorTy() ? sharedValueOf(builder, *index) : index, "shared");
  }
  return address;
}

Align ConstantOffsetAccess::elementAlignment() const {
  return commonAlignment(alignment(), static_cast<uint64_t>(elementBytes()));
}

int64_t ConstantOffsetAccess::elementBytes() const {
  return static_cast<int64_t>(call.getDataLayout().getTypeStoreSize(type()->getElementType()).getFixedValue());
}

bool areDisjoint(Distances places, int64_t elementBytes) {
  llvm::sort(places);
  const auto overlap = [&](int64_t left, int64_t right) { return right - left < elementBytes; };
  return std::ranges::adjacent_find(places, overlap) == places.end();
}

bool isNeverActive(const Value &mask, unsigned lane) {
  const auto isOffIn = [](const Value *part, unsigned element) {
    const auto *constant = dyn_cast<Constant>(part);
    const Constant *runs = constant ? constant->getAggregateElement(element) : nullptr;
    return runs && (runs->isNullValue() || isa<UndefValue>(runs));
  };
  const Value *left = nullptr;
  const Value *right = nullptr;
  if (isOffIn(&mask, lane))
    return true;
  if (match(&mask, m_LogicalAnd(m_Value(left), m_Value(right))))
    return isOffIn(left, lane) || isOffIn(right, lane);
  // LLVM writes a choice between a mask and constants as a shuffle.
  const auto *choice = dyn_cast<ShuffleVectorInst>(&mask);
  if (!choice)
    return false;
  const auto from = static_cast<unsigned>(choice->getMaskValue(lane));
  const unsigned width = cast<FixedVectorType>(choice->getOperand(0)->getType())->getNumElements();
  return choice->getMaskValue(lane) != PoisonMaskElem && isOffIn(choice->getOperand(from / width), from % width);
}

} // namespace weft::compiler
