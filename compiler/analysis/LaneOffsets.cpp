// Finds the offsets of the lanes' addresses from each other, if these offsets are the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LaneOffsets.h"

#include <algorithm>
#include <bit>

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include "analysis/PacketShapes.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

constexpr unsigned allZero = 64; ///< the number of zero bits if no part is shared

int64_t product(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
int64_t sum(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }

uint64_t lowBits(unsigned count) { return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

/// Reduces each lane's value modulo 2^bits to the number nearest to 0.
void wrap(SmallVectorImpl<int64_t> &lanes, unsigned bits) {
  for (int64_t &lane : lanes)
    lane = SignExtend64(static_cast<uint64_t>(lane) & lowBits(bits), bits);
}

/// Whether `value` is the id of a packet's lanes, which is a multiple of the width in lane 0, or a cast of this id to
/// another integer type.
bool isLaneIndex(const Value &value, const PacketMapping &mapping) {
  if (const auto *cast = dyn_cast<CastInst>(&value); cast && isa<ZExtInst, SExtInst, TruncInst>(cast))
    return isLaneIndex(*cast->getOperand(0), mapping);
  return mapping.isMultipleInLaneZero(value);
}

/// The value of a constant of at most 64 bits; nothing for other values.
std::optional<int64_t> constantOf(const Value &value) {
  const auto *constant = dyn_cast<ConstantInt>(&value);
  return constant && constant->getBitWidth() <= 64 ? std::optional(constant->getSExtValue()) : std::nullopt;
}

} // namespace

LaneOffsets::LaneOffsets(const PacketShapes &shapes, const DataLayout &layout, unsigned width)
    : shapes_(shapes), layout_(layout), width_(width) {}

unsigned LaneOffsets::term(Operation operation, int64_t parameter, ArrayRef<unsigned> of) {
  std::vector<int64_t> key{static_cast<int64_t>(operation), parameter};
  key.insert(key.end(), of.begin(), of.end());
  return terms_.try_emplace(std::move(key), static_cast<unsigned>(terms_.size())).first->second;
}

SmallVector<unsigned, 2> LaneOffsets::terms(Operation operation, int64_t parameter, ArrayRef<unsigned> of) {
  if (of.empty())
    return {};
  return {term(operation, parameter, of)};
}

LaneOffsets::Offsets LaneOffsets::ofConstant(int64_t constant) const {
  Offsets offsets;
  offsets.lanes.assign(width_, constant);
  offsets.zeros = allZero;
  return offsets;
}

LaneOffsets::Offsets LaneOffsets::sumOf(const Offsets &left, const Offsets &right) {
  Offsets all = left;
  for (auto [lane, more] : zip_equal(all.lanes, right.lanes))
    lane = sum(lane, more);
  all.shared.append(right.shared);
  llvm::sort(all.shared);
  all.zeros = std::min(left.zeros, right.zeros);
  all.reliesOnNoIndexWrap |= right.reliesOnNoIndexWrap;
  return all;
}

LaneOffsets::Offsets LaneOffsets::multiplied(Offsets offsets, int64_t factor) {
  for (int64_t &lane : offsets.lanes)
    lane = product(lane, factor);
  if (factor != 1)
    offsets.shared = terms(Operation::multiply, factor, offsets.shared);
  offsets.zeros = std::min<unsigned>(allZero, offsets.zeros + std::countr_zero(static_cast<uint64_t>(factor)));
  return offsets;
}

bool LaneOffsets::separate(Offsets &offsets) {
  if (offsets.shared.empty())
    return true;
  const int64_t common = *std::ranges::min_element(offsets.lanes) & static_cast<int64_t>(~lowBits(offsets.zeros));
  for (int64_t &lane : offsets.lanes)
    lane -= common;
  if (common != 0) {
    offsets.shared.push_back(term(Operation::constant, common));
    llvm::sort(offsets.shared);
  }
  return all_of(offsets.lanes, [&](int64_t lane) { return static_cast<uint64_t>(lane) <= lowBits(offsets.zeros); });
}

const LaneOffsets::Offsets *LaneOffsets::find(const Value &value, unsigned depth) {
  if (auto known = known_.find(&value); known != known_.end())
    return known->second.get();
  std::optional<Offsets> found;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (const std::optional<int64_t> constant = constantOf(value))
    found = ofConstant(*constant);
  else if (instruction && depth < SearchLimits::laneOffsetDepth && !isLaneIndex(value, shapes_.mapping()))
    found = derive(*instruction, depth + 1);
  if (const std::optional<int64_t> stride = shapes_.strideOf(value); !found && stride) {
    found = ofConstant(0);
    for (auto [number, lane] : enumerate(found->lanes))
      lane = static_cast<int64_t>(number) * *stride;
    found->shared = {term(Operation::value, reinterpret_cast<int64_t>(&value))};
    found->zeros = isLaneIndex(value, shapes_.mapping()) ? Log2_32(width_) : 0;
  }
  return (known_[&value] = found ? std::make_unique<Offsets>(std::move(*found)) : nullptr).get();
}

std::optional<LaneOffsets::Offsets> LaneOffsets::derive(const Instruction &instruction, unsigned depth) {
  if (const auto *operation = dyn_cast<BinaryOperator>(&instruction);
      operation && instruction.getType()->isIntegerTy() && instruction.getType()->getScalarSizeInBits() <= 64)
    return deriveOperation(*operation, depth);
  if (const auto *cast = dyn_cast<CastInst>(&instruction))
    return deriveCast(*cast, depth);
  const auto *address = dyn_cast<GEPOperator>(&instruction);
  return address && !address->getType()->isVectorTy() ? deriveAddress(*address, depth) : std::nullopt;
}

std::optional<LaneOffsets::Offsets> LaneOffsets::deriveOperation(const BinaryOperator &operation, unsigned depth) {
  const Offsets *left = find(*operation.getOperand(0), depth);
  const std::optional<int64_t> constant = constantOf(*operation.getOperand(1));
  if (!left)
    return std::nullopt;
  std::optional<Offsets> result;
  const bool isSum = match(&operation, m_AddLike(m_Value(), m_Value()));
  if (isSum || operation.getOpcode() == Instruction::Sub) {
    const Offsets *right = find(*operation.getOperand(1), depth);
    if (!right)
      return std::nullopt;
    Offsets other = *right;
    if (!isSum) {
      for (int64_t &lane : other.lanes)
        lane = sum(0, product(lane, -1));
      other.shared = terms(Operation::negate, 0, other.shared);
    }
    result = sumOf(*left, other);
  } else if (constant && operation.getOpcode() == Instruction::Mul) {
    result = multiplied(*left, *constant);
  } else if (constant && operation.getOpcode() == Instruction::Shl && *constant >= 0 && *constant < 63) {
    result = multiplied(*left, int64_t{1} << *constant);
  } else if (constant) {
    result = deriveBits(operation, *left, static_cast<uint64_t>(*constant));
  }
  if (result) {
    const unsigned bits = operation.getType()->getScalarSizeInBits();
    wrap(result->lanes, bits);
    if (!result->shared.empty())
      result->zeros = std::min(result->zeros, bits - 1);
  }
  return result;
}

/// The offsets of a bitwise operation with `constant`. Each lane's operand is the sum of a part that all lanes share,
/// whose lowest bits are zero, and a constant of the lane, which has only these lowest bits. So the lowest bits of
/// `constant` are combined with the lane's constant, and its other bits with the shared part.
std::optional<LaneOffsets::Offsets> LaneOffsets::deriveBits(const BinaryOperator &operation, Offsets left,
                                                            uint64_t constant) {
  const unsigned bits = operation.getType()->getScalarSizeInBits();
  if (!separate(left))
    return std::nullopt;
  const uint64_t low = lowBits(left.zeros) & lowBits(bits), high = constant & lowBits(bits) & ~low;
  const auto parameter = static_cast<int64_t>(high);
  switch (operation.getOpcode()) {
  case Instruction::And:
    for (int64_t &lane : left.lanes)
      lane &= static_cast<int64_t>(constant);
    if (high == 0)
      left.shared.clear();
    else if (high != (lowBits(bits) & ~low))
      left.shared = terms(Operation::bitAnd, parameter, left.shared);
    left.zeros = high == 0 ? allZero : std::max<unsigned>(left.zeros, std::countr_zero(high));
    return left;
  case Instruction::Or:
  case Instruction::Xor: {
    const bool isOr = operation.getOpcode() == Instruction::Or;
    for (int64_t &lane : left.lanes)
      lane = static_cast<int64_t>(isOr ? static_cast<uint64_t>(lane) | (constant & low)
                                       : static_cast<uint64_t>(lane) ^ (constant & low));
    if (high != 0)
      left.shared = terms(isOr ? Operation::bitOr : Operation::bitXor, parameter, left.shared);
    return left;
  }
  case Instruction::LShr:
    // Without a shared part, the lanes' constants may be negative. The shift below would then bring in ones instead of
    // zeros.
    if (constant >= bits || any_of(left.lanes, [](int64_t lane) { return lane < 0; }))
      return std::nullopt;
    for (int64_t &lane : left.lanes)
      lane >>= static_cast<unsigned>(constant);
    left.shared = terms(Operation::shiftRight, static_cast<int64_t>(constant), left.shared);
    left.zeros = left.shared.empty() ? allZero : left.zeros - std::min<unsigned>(left.zeros, constant);
    return left;
  default:
    return std::nullopt;
  }
}

/// The offsets of a cast. If no lane's constant reaches into the bits of the shared part, an extension leaves the
/// constants as they are. It then extends only the shared part, by its sign or by zeros.
std::optional<LaneOffsets::Offsets> LaneOffsets::deriveCast(const CastInst &cast, unsigned depth) {
  if (!isa<ZExtInst, SExtInst, TruncInst, AddrSpaceCastInst>(cast))
    return std::nullopt;
  const Offsets *found = find(*cast.getOperand(0), depth);
  if (!found)
    return std::nullopt;
  Offsets offsets = *found;
  if (isa<AddrSpaceCastInst>(cast))
    return offsets;
  const unsigned bits = cast.getDestTy()->getScalarSizeInBits();
  if (isa<TruncInst>(cast))
    wrap(offsets.lanes, bits);
  else if (!separate(offsets) ||
           (offsets.shared.empty() && any_of(offsets.lanes, [](int64_t lane) { return lane < 0; })))
    return std::nullopt;
  const bool isSigned = isa<SExtInst>(cast);
  offsets.shared = terms(Operation::convert, isSigned ? -int64_t{bits} : int64_t{bits}, offsets.shared);
  offsets.zeros = offsets.shared.empty() ? allZero : std::min(offsets.zeros, bits - 1);
  return offsets;
}

/// The offsets of an index. If objects have less than 4 GiB, an extended 32-bit index doesn't wrap among the lanes that
/// access memory with it, so its extension can be ignored. Sets `reliesOnNoIndexWrap` if the offsets can't be found
/// without this assumption.
const LaneOffsets::Offsets *LaneOffsets::findIndex(const Value &index, bool &reliesOnNoIndexWrap, unsigned depth) {
  const auto *extension = dyn_cast<CastInst>(&index);
  if (shapes_.assumesNoIndexWrap() && !reliesOnNoIndexWrap && extension && isa<SExtInst, ZExtInst>(extension) &&
      extension->getSrcTy()->isIntegerTy(32) && !shapes_.isUniform(index))
    if (const Offsets *found = find(*extension->getOperand(0), depth)) {
      reliesOnNoIndexWrap = find(index, depth) == nullptr;
      return found;
    }
  return find(index, depth);
}

std::optional<LaneOffsets::Offsets> LaneOffsets::deriveAddress(const GEPOperator &address, unsigned depth) {
  const Offsets *base = find(*address.getPointerOperand(), depth);
  if (!base)
    return std::nullopt;
  Offsets offsets = *base;
  for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index) {
    if (StructType *type = index.getStructTypeOrNull()) {
      const auto number = static_cast<unsigned>(cast<ConstantInt>(index.getOperand())->getZExtValue());
      const auto offset = layout_.getStructLayout(type)->getElementOffset(number).getFixedValue();
      offsets = sumOf(offsets, ofConstant(static_cast<int64_t>(offset)));
      continue;
    }
    if (index.getOperand()->getType()->getScalarSizeInBits() < 64 && !isa<ConstantInt>(index.getOperand()))
      return std::nullopt;
    const Offsets *found = findIndex(*index.getOperand(), offsets.reliesOnNoIndexWrap, depth);
    if (!found)
      return std::nullopt;
    const auto stride = static_cast<int64_t>(index.getSequentialElementStride(layout_).getFixedValue());
    offsets = sumOf(offsets, multiplied(*found, stride));
  }
  return offsets;
}

std::optional<LaneOffsets::PerLaneBits> LaneOffsets::perLaneBitsOf(const Value &number) {
  const Offsets *found = find(number, 0);
  if (!found || found->reliesOnNoIndexWrap)
    return std::nullopt;
  Offsets offsets = *found;
  if (!separate(offsets))
    return std::nullopt;
  return PerLaneBits{std::move(offsets.lanes), offsets.shared.empty() ? std::nullopt : std::optional(offsets.zeros)};
}

/// If both operands have the same shared part, comparing their lanes' constants gives the result, for signed and for
/// unsigned comparisons.
std::optional<SmallVector<bool, 16>> LaneOffsets::resultsOf(const ICmpInst &comparison) {
  const Type *type = comparison.getOperand(0)->getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64)
    return std::nullopt;
  const Offsets *left = find(*comparison.getOperand(0), 0), *right = find(*comparison.getOperand(1), 0);
  if (!left || !right || left->reliesOnNoIndexWrap || right->reliesOnNoIndexWrap)
    return std::nullopt;
  Offsets first = *left, second = *right;
  if (!separate(first) || !separate(second) || first.shared != second.shared)
    return std::nullopt;
  SmallVector<bool, 16> results;
  const unsigned bits = type->getIntegerBitWidth();
  for (auto [one, other] : zip_equal(first.lanes, second.lanes))
    results.push_back(ICmpInst::compare(APInt(bits, static_cast<uint64_t>(one), /*isSigned=*/true),
                                        APInt(bits, static_cast<uint64_t>(other), /*isSigned=*/true),
                                        comparison.getPredicate()));
  return results;
}

} // namespace weft::compiler
