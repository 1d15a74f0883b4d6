// Whether each work-item has a place in memory for itself, as far as that follows from ids and sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ItemPlaces.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

constexpr size_t mostTerms = 16;
constexpr unsigned mostSteps = 24;

bool isMemberOf(Value &value, const Argument &parameter, size_t offset) {
  auto *load = dyn_cast<LoadInst>(&value);
  if (!load || !load->hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  const DataLayout &layout = load->getDataLayout();
  APInt distance(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  return load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, distance, true) == &parameter &&
         distance == offset;
}

/// What the global ids of a group begin with, as LowerWorkItemFunctionsPass computes it.
bool isGroupBase(Value &value, Function &kernel, unsigned dimension) {
  Value *sum = &value;
  if (auto *narrow = dyn_cast<TruncInst>(sum)) {
    if (kernel.hasFnAttribute(wideIndicesAttribute))
      return false;
    sum = narrow->getOperand(0);
  }
  const auto &launch = *cast<Argument>(launchParameter(kernel));
  const auto &group = *cast<Argument>(groupParameter(kernel));
  const size_t at = dimension * sizeof(uint64_t);
  Value *id = nullptr, *size = nullptr, *offset = nullptr;
  return match(sum, m_Add(m_Mul(m_Value(id), m_Value(size)), m_Value(offset))) &&
         isMemberOf(*id, group, offsetof(WeftGroup, id) + at) &&
         (isa<ConstantInt>(size) || isMemberOf(*size, launch, offsetof(WeftLaunch, localSize) + at)) &&
         isMemberOf(*offset, launch, offsetof(WeftLaunch, globalOffset) + at);
}

/// Casts that don't change an id: nobody's has more than 31 bits, unless ids are wide.
Value *withoutCasts(Value &value) {
  Value *at = &value;
  while (auto *cast = dyn_cast<CastInst>(at)) {
    if (!isa<ZExtInst, SExtInst, TruncInst>(cast) || cast->getType()->getIntegerBitWidth() < 32 ||
        (isa<TruncInst>(cast) && cast->getFunction()->hasFnAttribute(wideIndicesAttribute)))
      break;
    at = cast->getOperand(0);
  }
  return at;
}

int dimensionOfLocalId(Value &value) {
  auto *call = dyn_cast<CallInst>(withoutCasts(value));
  return call ? localIdDimension(call->getCalledFunction()) : -1;
}

class Reader {
public:
  explicit Reader(ItemIds ids) : ids_(ids) {}

  /// Operations on fewer than 64 bits count where they give what they would give on integers with a sign.
  std::optional<ItemSum> read(Value &value) {
    if (++steps_ > mostSteps)
      return std::nullopt;
    if (auto *number = dyn_cast<ConstantInt>(&value); number && number->getBitWidth() <= 64)
      return ItemSum(number->getSExtValue());
    if (const int dimension = dimensionOf(value); dimension >= 0)
      return ItemSum::id(dimension);
    if (auto *wide = dyn_cast<SExtInst>(&value))
      return read(*wide->getOperand(0));
    if (auto *wide = dyn_cast<ZExtInst>(&value))
      return wide->hasNonNeg() ? read(*wide->getOperand(0)) : std::nullopt;
    auto *operation = dyn_cast<BinaryOperator>(&value);
    if (operation && isa<OverflowingBinaryOperator>(operation))
      return operation->getType()->isIntegerTy(64) || operation->hasNoSignedWrap() ? readOperation(*operation)
                                                                                   : std::nullopt;
    return ItemSum::leaf(value);
  }

private:
  std::optional<ItemSum> readOperation(BinaryOperator &operation) {
    const std::optional<ItemSum> left = read(*operation.getOperand(0));
    const std::optional<ItemSum> right = left ? read(*operation.getOperand(1)) : std::nullopt;
    if (!right)
      return std::nullopt;
    switch (operation.getOpcode()) {
    case Instruction::Add:
      return *left + *right;
    case Instruction::Mul:
      return *left * *right;
    case Instruction::Shl:
      if (auto *bits = dyn_cast<ConstantInt>(operation.getOperand(1)); bits && bits->getZExtValue() < 31)
        return *left * ItemSum(int64_t{1} << bits->getZExtValue());
      return std::nullopt;
    case Instruction::Sub: {
      const std::optional<ItemSum> negative = *right * ItemSum(-1);
      return negative ? std::optional(*left + *negative) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  int dimensionOf(Value &value) const {
    if (ids_ == ItemIds::local)
      return dimensionOfLocalId(value);
    auto *sum = dyn_cast<BinaryOperator>(withoutCasts(value));
    if (!sum || sum->getOpcode() != Instruction::Add)
      return -1;
    for (unsigned i = 0; i < 2; ++i) {
      const int dimension = dimensionOfLocalId(*sum->getOperand(i));
      if (dimension >= 0 && isGroupBase(*sum->getOperand(1 - i), *sum->getFunction(), dimension))
        return dimension;
    }
    return -1;
  }

  const ItemIds ids_;
  unsigned steps_ = 0;
};

} // namespace

std::optional<ItemSum> ItemSum::of(Value &value, ItemIds ids) { return Reader(ids).read(value); }

ItemSum ItemSum::id(int dimension) {
  ItemSum sum;
  sum.add(1, {dimension, {}});
  return sum;
}

/// What the launch or the group has. The entry block computes nothing else.
std::optional<ItemSum> ItemSum::leaf(Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64 || !instruction ||
      (!instruction->hasMetadata(LLVMContext::MD_invariant_load) &&
       instruction->getParent() != &instruction->getFunction()->getEntryBlock()))
    return std::nullopt;
  ItemSum sum;
  sum.add(1, {-1, {&value}});
  return sum;
}

void ItemSum::add(int64_t number, const Product &product) {
  int64_t &known = terms_[product];
  known = static_cast<int64_t>(static_cast<uint64_t>(known) + static_cast<uint64_t>(number));
  if (known == 0)
    terms_.erase(product);
}

ItemSum ItemSum::operator+(const ItemSum &other) const {
  ItemSum sum = *this;
  for (const auto &[product, number] : other.terms_)
    sum.add(number, product);
  return sum;
}

std::optional<ItemSum> ItemSum::operator*(const ItemSum &other) const {
  ItemSum sum;
  if (terms_.size() * other.terms_.size() > mostTerms)
    return std::nullopt;
  for (const auto &[left, number] : terms_)
    for (const auto &[right, otherNumber] : other.terms_) {
      if (left.first >= 0 && right.first >= 0)
        return std::nullopt;
      Product product = {std::max(left.first, right.first), left.second};
      append_range(product.second, right.second);
      llvm::sort(product.second);
      sum.add(static_cast<int64_t>(static_cast<uint64_t>(number) * static_cast<uint64_t>(otherNumber)), product);
    }
  return sum;
}

int64_t ItemSum::constant() const {
  const auto found = terms_.find({-1, {}});
  return found == terms_.end() ? 0 : found->second;
}

bool ItemSum::isLike(const ItemSum &other) const {
  const std::optional<ItemSum> negative = other * ItemSum(-1);
  if (!negative)
    return false;
  const ItemSum difference = *this + *negative;
  return all_of(difference.terms_, [](const auto &term) { return term.first == Product{-1, {}}; });
}

Value *ItemSum::factor(IRBuilder<> &builder, int dimension) const {
  Value *sum = nullptr;
  for (const auto &[product, number] : terms_) {
    if (product.first != dimension)
      continue;
    Value *one = builder.getInt64(static_cast<uint64_t>(number));
    for (Value *value : product.second)
      one = builder.CreateMul(one, builder.CreateSExt(value, builder.getInt64Ty()));
    sum = sum ? builder.CreateAdd(sum, one) : one;
  }
  return sum;
}

Value *areApart(IRBuilder<> &builder, ArrayRef<ItemPlace> places, function_ref<Value *(int)> size) {
  int64_t lowest = std::numeric_limits<int64_t>::max(), highest = std::numeric_limits<int64_t>::min();
  for (const ItemPlace &place : places) {
    const int64_t at = place.distance.constant();
    constexpr int64_t most = int64_t{1} << 40;
    if (!place.distance.isLike(places.front().distance) || at < -most || at > most || place.bytes > most)
      return nullptr;
    lowest = std::min(lowest, at);
    highest = std::max(highest, at + static_cast<int64_t>(place.bytes));
  }
  Value *span = builder.getInt64(static_cast<uint64_t>(highest - lowest));
  SmallVector<std::pair<Value *, Value *>> dimensions; // factors and sizes
  const auto isBelow = [&](Value *value, unsigned bits) {
    return builder.CreateICmpULT(value, builder.getInt64(uint64_t{1} << bits));
  };
  Value *apart = builder.getTrue();
  for (int d = 0; d < 3; ++d) {
    if (Value *factor = places.front().distance.factor(builder, d)) {
      dimensions.push_back({factor, size(d)});
      // So that no product of them wraps.
      apart = builder.CreateAnd(apart, builder.CreateAnd(isBelow(factor, 32), isBelow(size(d), 31)));
    } else {
      apart = builder.CreateAnd(apart, builder.CreateICmpEQ(size(d), builder.getInt64(1)));
    }
  }
  if (dimensions.empty() || dimensions.size() > 2)
    return nullptr;
  // Each row lies behind the one before.
  const auto isInOrder = [&](const auto &inner, const auto &outer) {
    return builder.CreateAnd(builder.CreateICmpSGE(inner.first, span),
                             builder.CreateICmpSGE(outer.first, builder.CreateMul(inner.first, inner.second)));
  };
  Value *inRows = dimensions.size() == 1 ? builder.CreateICmpSGE(dimensions[0].first, span)
                                         : builder.CreateOr(isInOrder(dimensions[0], dimensions[1]),
                                                            isInOrder(dimensions[1], dimensions[0]));
  return builder.CreateAnd(apart, inRows);
}

} // namespace weft::compiler
