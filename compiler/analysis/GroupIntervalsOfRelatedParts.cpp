// Computes bounds of indices computed from operands that depend on each other, as in sorting networks and Fourier
// transforms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/GroupIntervals.h"

#include <optional>
#include <utility>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// If `value` is n * `number` with a constant n of at least 1, returns n. Returns 0 if `value` isn't known to be a
/// multiple of `number`.
uint64_t timesOf(Value &value, Value &number) {
  const APInt *factor = nullptr;
  if (&value == &number)
    return 1;
  if (match(&value, m_Add(m_Specific(&number), m_Specific(&number))))
    return 2;
  if (match(&value, m_c_Mul(m_Specific(&number), m_APInt(factor))))
    return factor->isStrictlyPositive() && factor->isIntN(31) ? factor->getZExtValue() : 0;
  if (match(&value, m_Shl(m_Specific(&number), m_APInt(factor))))
    return factor->ult(31) ? uint64_t{1} << factor->getZExtValue() : 0;
  return 0;
}

/// Whether `mask` is `power` - 1.
bool isLessOne(Value &mask, Value &power) {
  return match(&mask, m_Add(m_Specific(&power), m_AllOnes())) || match(&mask, m_Sub(m_Specific(&power), m_One()));
}

/// The index ratio * number - some * (number & mask), with `some` <= `ratio`. Sorting networks and Fourier transforms
/// use it for the first of several elements that are a distance apart from each other: mask is distance - 1, the
/// distance and ratio are powers of two, and some is ratio - 1. Then the index is the number with zero bits inserted at
/// the distance's bit.
struct SpreadIndex {
  Value *number = nullptr;
  Value *mask = nullptr;
  uint64_t ratio = 0;
  uint64_t some = 0;
};
std::optional<SpreadIndex> spreadIndex(Value &first, Value &second) {
  Value *one = nullptr, *other = nullptr, *masked = &second;
  const APInt *factor = nullptr;
  uint64_t some = 1;
  if (match(&second, m_c_Mul(m_Value(masked), m_APInt(factor))) && factor->isIntN(31))
    some = factor->getZExtValue();
  else if (match(&second, m_Shl(m_Value(masked), m_APInt(factor))) && factor->ult(31))
    some = uint64_t{1} << factor->getZExtValue();
  if (!match(masked, m_And(m_Value(one), m_Value(other))))
    return std::nullopt;
  for (const auto &[number, mask] : {std::pair(one, other), std::pair(other, one)})
    if (const uint64_t ratio = timesOf(first, *number); ratio >= some && some != 0)
      return SpreadIndex{.number = number, .mask = mask, .ratio = ratio, .some = some};
  return std::nullopt;
}

/// If `mask` is a distance - 1, returns `step` divided by that distance. Returns 0 if `step` isn't known to be a
/// multiple of the distance. Sets `distance` to the distance, which may be `step` itself.
uint64_t distancesIn(Value &step, Value &mask, Value *&distance) {
  const APInt *bits = nullptr, *sum = nullptr;
  Value *power = nullptr;
  if (match(&mask, m_APInt(bits)) && match(&step, m_APInt(sum)) && bits->isMask() && sum->isStrictlyPositive() &&
      sum->urem(*bits + 1) == 0) {
    distance = ConstantInt::get(step.getType(), *bits + 1);
    return (sum->udiv(*bits + 1)).getZExtValue();
  }
  if (!match(&mask, m_Add(m_Value(power), m_AllOnes())) && !match(&mask, m_Sub(m_Value(power), m_One())))
    return 0;
  distance = power;
  return timesOf(step, *power);
}

/// Returns the value with which a loop counter starts, and sets `step` to the amount by which it changes in each
/// iteration. Returns null for phis that aren't counters.
Value *startOf(const PHINode &counter, int64_t &step) {
  Value *start = nullptr;
  std::optional<int64_t> known;
  for (Value *value : counter.incoming_values()) {
    const APInt *amount = nullptr;
    if (!match(value, m_c_Add(m_Specific(&counter), m_APInt(amount)))) {
      if (start && start != value)
        return nullptr;
      start = value;
    } else if (!amount->isSignedIntN(31) || known.value_or(amount->getSExtValue()) != amount->getSExtValue()) {
      return nullptr;
    } else {
      known = amount->getSExtValue();
    }
  }
  step = known.value_or(0);
  return start;
}

} // namespace

/// The least power of two that is greater than `number`. `number` must not be negative, and must be below
/// greatestBound.
Value *GroupIntervals::powerAbove(Value *number) {
  Value *leading = entry_.CreateIntrinsic(Intrinsic::ctlz, {entry_.getInt64Ty()}, {number, entry_.getFalse()});
  // If `number` is negative, the shift would be by 64 bits, and its result poison. The mask avoids the poison. The
  // wrong result does no harm, because the caller's range doesn't hold for negative numbers anyway.
  Value *bits = entry_.CreateAnd(entry_.CreateSub(entry_.getInt64(64), leading), 63);
  return entry_.CreateShl(entry_.getInt64(1), bits);
}

/// Returns an i1 in the entry block, or null for "always": whether `value` is a power of two or 0. Values from which
/// `value` is computed, and which aren't known at compile time, are tested in the entry block. If one isn't available
/// in that block, sets `isKnown` to false.
Value *GroupIntervals::isPowerOfTwo(Value &value, bool &isKnown) {
  constexpr unsigned mostValues = 16;
  SmallVector<Value *, 8> open = {&value};
  SmallPtrSet<Value *, 8> seen;
  Value *holds = nullptr;
  isKnown = true;
  while (!open.empty()) {
    Value *next = open.pop_back_val();
    Value *inner = nullptr;
    const APInt *number = nullptr;
    if (!seen.insert(next).second)
      continue;
    if (seen.size() > mostValues) {
      isKnown = false;
      return nullptr;
    }
    if (match(next, m_APInt(number)) && (number->isZero() || number->isPowerOf2()))
      continue;
    if (auto *phi = dyn_cast<PHINode>(next)) {
      append_range(open, phi->incoming_values());
    } else if (auto *choice = dyn_cast<SelectInst>(next)) {
      append_range(open, ArrayRef<Value *>{choice->getTrueValue(), choice->getFalseValue()});
    } else if (auto *limit = dyn_cast<MinMaxIntrinsic>(next)) {
      append_range(open, ArrayRef<Value *>{limit->getLHS(), limit->getRHS()});
    } else if (match(next, m_Shl(m_Value(inner), m_Value())) || match(next, m_LShr(m_Value(inner), m_Value())) ||
               match(next, m_ZExt(m_Value(inner))) || match(next, m_Trunc(m_Value(inner))) ||
               (match(next, m_UDiv(m_Value(inner), m_APInt(number))) && number->isPowerOf2()) ||
               (match(next, m_SDiv(m_Value(inner), m_APInt(number))) && number->isPowerOf2()) ||
               (match(next, m_c_Mul(m_Value(inner), m_APInt(number))) && number->isPowerOf2())) {
      open.push_back(inner);
    } else if (Value *here = isa<Instruction>(next) ? inEntry(*next) : nullptr;
               here && here->getType()->isIntegerTy()) {
      Value *bits = entry_.CreateUnaryIntrinsic(Intrinsic::ctpop, here);
      holds = both(holds, entry_.CreateICmpULE(bits, ConstantInt::get(bits->getType(), 1)));
    } else {
      isKnown = false;
      return nullptr;
    }
  }
  return holds;
}

/// The range of the sum of a SpreadIndex and a multiple of its distance. The sum is the index of one of several
/// elements that are a distance apart. Let P be the least power of two above the greatest number. If the distance is P
/// or more, the first element's index is the number itself, which is below P, and the sum is below P plus the multiple.
/// Otherwise all indices are below ratio * P.
GroupIntervals::Range GroupIntervals::ofRelatedSum(BinaryOperator &sum, Range range, BasicBlock &at) {
  if (!range.isBounded())
    return range;
  for (const unsigned side : {0u, 1u}) {
    Value *first = nullptr, *second = nullptr, *distance = nullptr;
    const std::optional<SpreadIndex> index = match(sum.getOperand(side), m_Sub(m_Value(first), m_Value(second)))
                                                 ? spreadIndex(*first, *second)
                                                 : std::nullopt;
    const uint64_t distances = index ? distancesIn(*sum.getOperand(1 - side), *index->mask, distance) : 0;
    if (distances == 0 || distances >= index->ratio || index->ratio != index->some + 1 || !isPowerOf2_64(index->ratio))
      continue;
    const Range numbers = of(*index->number, at), steps = of(*sum.getOperand(1 - side), at);
    bool isKnown = false;
    Value *holds = isPowerOfTwo(*distance, isKnown);
    if (!isKnown || !numbers.isBounded() || !steps.isBounded())
      continue;
    holds = both(holds, both(numbers.holds, steps.holds));
    holds = both(holds, both(isAtLeast(numbers.low, 0), isAtLeast(steps.low, 0)));
    Value *power = powerAbove(numbers.high);
    Value *end = greatest(entry_.CreateMul(power, entry_.getInt64(index->ratio)), entry_.CreateAdd(power, steps.high));
    Value *last = least(range.high, entry_.CreateSub(end, entry_.getInt64(1)));
    range.high = holds ? entry_.CreateSelect(holds, last, range.high) : last;
  }
  return range;
}

/// Raises the lower bound of a difference to 0 or more in two cases. In one, the difference is a SpreadIndex whose
/// number isn't negative. In the other, a condition that holds in `at` says that the first operand isn't less than the
/// second one.
GroupIntervals::Range GroupIntervals::ofRelatedDifference(BinaryOperator &difference, Range range, BasicBlock &at) {
  Value &first = *difference.getOperand(0), &second = *difference.getOperand(1);
  if (!range.low)
    return range;
  const auto raise = [&](int64_t low, Value *holds) {
    Value *raised = greatest(range.low, entry_.getInt64(static_cast<uint64_t>(low)));
    range.low = holds ? entry_.CreateSelect(holds, raised, range.low) : raised;
  };
  if (const std::optional<SpreadIndex> index = spreadIndex(first, second)) {
    const Range numbers = of(*index->number, at);
    if (numbers.low)
      raise(0, both(numbers.holds, isAtLeast(numbers.low, 0)));
  }
  for (const Condition &condition : conditionsAt(at)) {
    CmpInst &comparison = *condition.comparison;
    CmpInst::Predicate predicate =
        condition.holds ? comparison.getPredicate() : CmpInst::getInversePredicate(comparison.getPredicate());
    if (comparison.getOperand(0) == &second && comparison.getOperand(1) == &first)
      predicate = CmpInst::getSwappedPredicate(predicate);
    else if (comparison.getOperand(0) != &first || comparison.getOperand(1) != &second)
      continue;
    if (!ICmpInst::isGT(predicate) && !ICmpInst::isGE(predicate))
      continue;
    const Range one = of(first, at), other = of(second, at);
    if (CmpInst::isUnsigned(predicate) && (!one.low || !other.low))
      continue;
    Value *holds = both(one.holds, other.holds);
    if (CmpInst::isUnsigned(predicate))
      holds = both(holds, both(isAtLeast(one.low, 0), isAtLeast(other.low, 0)));
    raise(ICmpInst::isGT(predicate) ? 1 : 0, holds);
  }
  return range;
}

/// (x & (length - 1)) * (all / length) is less than `all`. A Fourier transform computes such an index into a table of
/// `all` elements, if the transform is shorter than the table and uses only each n-th element.
GroupIntervals::Range GroupIntervals::ofRelatedProduct(BinaryOperator &product, Range range, BasicBlock &at) {
  for (const unsigned side : {0u, 1u}) {
    Value *all = nullptr, *length = nullptr, *first = nullptr, *second = nullptr;
    Value &quotient = *product.getOperand(1 - side);
    if (!match(product.getOperand(side), m_And(m_Value(first), m_Value(second))) ||
        !(match(&quotient, m_UDiv(m_Value(all), m_Value(length))) ||
          match(&quotient, m_SDiv(m_Value(all), m_Value(length)))) ||
        !(isLessOne(*first, *length) || isLessOne(*second, *length)))
      continue;
    const Range dividends = of(*all, at), lengths = of(*length, at);
    if (!dividends.isBounded() || !lengths.low)
      continue;
    Value *holds = both(dividends.holds, both(isAtLeast(dividends.low, 0), isAtLeast(lengths.low, 1)));
    holds = both(holds, lengths.holds);
    Value *last = greatest(entry_.CreateSub(dividends.high, entry_.getInt64(1)), entry_.getInt64(0));
    if (!range.isBounded()) {
      range = upTo(last);
      range.holds = holds;
      continue;
    }
    last = least(range.high, last);
    range.high = holds ? entry_.CreateSelect(holds, last, range.high) : last;
  }
  return range;
}

/// Lowers the upper bound of a loop counter that starts at the same value for all work-items and grows by 2 or more in
/// each iteration. The new bound is the greatest number that the counter reaches.
GroupIntervals::Range GroupIntervals::refinedByStride(PHINode &counter, Range range) {
  int64_t step = 0;
  Value *start = startOf(counter, step);
  if (!start || step < 2 || !range.isBounded())
    return range;
  const Range starts = of(*start, kernel_.getEntryBlock());
  if (!starts.low || starts.low != starts.high)
    return range;
  Value *trips =
      entry_.CreateSDiv(entry_.CreateSub(range.high, starts.low), entry_.getInt64(static_cast<uint64_t>(step)));
  Value *last = entry_.CreateAdd(starts.low, entry_.CreateMul(trips, entry_.getInt64(static_cast<uint64_t>(step))));
  // If the loop has no iteration, the bound is below the start, and the division rounds the wrong way. So the bound
  // then stays as it was.
  range.high = entry_.CreateSelect(entry_.CreateICmpSGE(range.high, starts.low), last, range.high);
  return range;
}

} // namespace weft::compiler
