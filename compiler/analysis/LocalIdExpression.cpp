// Expresses integers as sums of multiples of local ids, for kernels whose local size is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LocalIdExpression.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The greatest constant and factor. It is far above every offset into local memory, and low enough that sums of
/// products don't overflow.
constexpr int64_t largest = int64_t{1} << 40;

using Sizes = std::array<uint64_t, 3>;

bool fits(const LocalIdExpression &expression, const Type &type, const Sizes &sizes, int64_t least = INT64_MIN) {
  const auto [low, high] = expression.range(sizes);
  const unsigned bits = std::min(type.getScalarSizeInBits(), 63U);
  return low >= std::max(least, -(int64_t{1} << (bits - 1))) && high < (int64_t{1} << (bits - 1));
}

std::optional<LocalIdExpression> read(const Value &value, const Sizes &sizes, unsigned depth);

std::optional<LocalIdExpression> readSum(const Value &left, const Value &right, int64_t factor, const Sizes &sizes,
                                         unsigned depth) {
  auto sum = read(left, sizes, depth);
  const auto second = sum ? read(right, sizes, depth) : std::nullopt;
  return second && sum->add(*second, factor) ? sum : std::nullopt;
}

std::optional<LocalIdExpression> readProduct(const Value &value, int64_t factor, const Sizes &sizes, unsigned depth) {
  const auto read = weft::compiler::read(value, sizes, depth);
  LocalIdExpression product;
  return read && product.add(*read, factor) ? std::optional(product) : std::nullopt;
}

std::optional<LocalIdExpression> readUnchecked(const Value &value, const Sizes &sizes, unsigned depth) {
  using namespace PatternMatch;
  if (const auto *number = dyn_cast<ConstantInt>(&value))
    return number->getValue().getSignificantBits() <= 40
               ? std::optional(LocalIdExpression{.constant = number->getSExtValue()})
               : std::nullopt;
  if (const auto *call = dyn_cast<CallInst>(&value)) {
    const int dimension = localIdDimension(call->getCalledFunction());
    if (dimension < 0)
      return std::nullopt;
    LocalIdExpression id;
    id.factors[static_cast<size_t>(dimension)] = 1;
    return id;
  }
  const Value *left = nullptr;
  const Value *right = nullptr;
  ConstantInt *factor = nullptr;
  if (match(&value, m_Add(m_Value(left), m_Value(right))) || match(&value, m_DisjointOr(m_Value(left), m_Value(right))))
    return readSum(*left, *right, 1, sizes, depth);
  if (match(&value, m_Sub(m_Value(left), m_Value(right))))
    return readSum(*left, *right, -1, sizes, depth);
  if (match(&value, m_Mul(m_Value(left), m_ConstantInt(factor))) && factor->getValue().getSignificantBits() <= 40)
    return readProduct(*left, factor->getSExtValue(), sizes, depth);
  if (match(&value, m_Shl(m_Value(left), m_ConstantInt(factor))) && factor->getValue().ult(32))
    return readProduct(*left, int64_t{1} << factor->getZExtValue(), sizes, depth);
  if (match(&value, m_SExt(m_Value(left))))
    return read(*left, sizes, depth);
  if (match(&value, m_ZExt(m_Value(left)))) {
    const auto inner = read(*left, sizes, depth);
    return inner && inner->range(sizes)[0] >= 0 ? inner : std::nullopt;
  }
  return std::nullopt;
}

std::optional<LocalIdExpression> read(const Value &value, const Sizes &sizes, unsigned depth) {
  if (depth == SearchLimits::localIndexDepth || !value.getType()->isIntegerTy())
    return std::nullopt;
  const auto expression = readUnchecked(value, sizes, depth + 1);
  return expression && fits(*expression, *value.getType(), sizes) ? expression : std::nullopt;
}

} // namespace

std::array<uint64_t, 3> knownIdSizes(const Function &kernel) {
  const std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  if (kernel.hasFnAttribute(flatIdsAttribute) && size[0] != 0)
    return {size[0] * size[1] * size[2], 1, 1};
  return size;
}

bool LocalIdExpression::add(const LocalIdExpression &other, int64_t factor) {
  const auto addTo = [&](int64_t &sum, int64_t term) {
    int64_t product = 0;
    return !__builtin_mul_overflow(term, factor, &product) && !__builtin_add_overflow(sum, product, &sum) &&
           sum <= largest && sum >= -largest;
  };
  LocalIdExpression sum = *this;
  bool isExact = addTo(sum.constant, other.constant);
  for (size_t d = 0; d < 3; ++d)
    isExact = isExact && addTo(sum.factors[d], other.factors[d]);
  if (isExact)
    *this = sum;
  return isExact;
}

std::array<int64_t, 2> LocalIdExpression::range(const std::array<uint64_t, 3> &sizes) const {
  std::array<int64_t, 2> range{constant, constant};
  for (size_t d = 0; d < 3; ++d)
    range[factors[d] < 0 ? 0 : 1] += factors[d] * static_cast<int64_t>(sizes[d] - 1);
  return range;
}

bool LocalIdExpression::isDisjointPerItem(uint64_t bytes, const std::array<uint64_t, 3> &sizes) const {
  std::array<std::pair<uint64_t, uint64_t>, 3> steps{}; // each factor, and the greatest id in its dimension
  for (size_t d = 0; d < 3; ++d)
    steps[d] = {static_cast<uint64_t>(std::abs(factors[d])), sizes[d] - 1};
  std::ranges::sort(steps);
  uint64_t span = bytes; // the bytes that dimensions with smaller factors span
  for (const auto &[factor, most] : steps) {
    if (most == 0)
      continue;
    if (factor < span)
      return false;
    span += factor * most;
  }
  return true;
}

std::optional<LocalIdExpression> readLocalIdExpression(const Value &value, const std::array<uint64_t, 3> &sizes) {
  return read(value, sizes, 0);
}

std::optional<LocalIdExpression> readOffset(const GEPOperator &address, const std::array<uint64_t, 3> &sizes) {
  constexpr unsigned width = 64;
  SmallMapVector<Value *, APInt, 4> variable;
  APInt constant(width, 0);
  const auto *instruction = dyn_cast<Instruction>(&address);
  if (!instruction || !address.collectOffset(instruction->getModule()->getDataLayout(), width, variable, constant) ||
      constant.getSignificantBits() > 40)
    return std::nullopt;
  LocalIdExpression offset{.constant = constant.getSExtValue()};
  for (const auto &[index, scale] : variable) {
    const auto expression = readLocalIdExpression(*index, sizes);
    if (!expression || scale.getSignificantBits() > 40 || !offset.add(*expression, scale.getSExtValue()))
      return std::nullopt;
  }
  return offset;
}

} // namespace weft::compiler
