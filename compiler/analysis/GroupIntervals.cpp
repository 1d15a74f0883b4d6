// Computes the least and the greatest value that an integer has over all work-items of a group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/GroupIntervals.h"

#include <algorithm>

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include "codegen/CompileBudget.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Bounds of 64-bit values are at most greatestBound, so that their sums don't overflow. Factors of products are at
/// most greatestFactor, so that the products don't overflow.
constexpr int64_t greatestBound = int64_t{1} << 40;
constexpr int64_t greatestFactor = int64_t{1} << 31;

/// The sign-extended value of a constant of at most 64 bits; nothing for other values.
std::optional<int64_t> constantIn(const Value &value) {
  const auto *number = dyn_cast<ConstantInt>(&value);
  if (!number || number->getBitWidth() > 64)
    return std::nullopt;
  return number->getSExtValue();
}

/// Whether `cast` is `value` itself, or the result of extending `value`. Sets `byZeros` to whether one of the
/// extensions is a zero extension.
bool isExtended(const Value &cast, const Value &value, bool &byZeros) {
  byZeros = false;
  const Value *inner = &cast;
  while (inner != &value && isa<SExtInst, ZExtInst, FreezeInst>(inner)) {
    byZeros |= isa<ZExtInst>(inner);
    inner = llvm::cast<Instruction>(inner)->getOperand(0);
  }
  return inner == &value;
}

} // namespace

Value *GroupIntervals::both(Value *first, Value *second) {
  const auto isAlways = [](Value *condition) { return !condition || match(condition, m_One()); };
  if (isAlways(first) || isAlways(second) || first == second)
    return isAlways(first) ? (isAlways(second) ? nullptr : second) : first;
  return entry_.CreateAnd(first, second);
}

/// Bounds that are constants are compared at compile time, so that no group has to compare them at run time.
Value *GroupIntervals::least(Value *first, Value *second) {
  const std::optional<int64_t> one = constantIn(*first), other = constantIn(*second);
  if (first == second || (one && other))
    return first == second || *one <= *other ? first : second;
  return entry_.CreateBinaryIntrinsic(Intrinsic::smin, first, second);
}
Value *GroupIntervals::greatest(Value *first, Value *second) {
  const std::optional<int64_t> one = constantIn(*first), other = constantIn(*second);
  if (first == second || (one && other))
    return first == second || *one >= *other ? first : second;
  return entry_.CreateBinaryIntrinsic(Intrinsic::smax, first, second);
}

Value *GroupIntervals::isAtLeast(Value *number, int64_t least) {
  if (const std::optional<int64_t> known = constantIn(*number); known && *known >= least)
    return nullptr;
  return entry_.CreateICmpSGE(number, entry_.getInt64(static_cast<uint64_t>(least)));
}
Value *GroupIntervals::isAtMost(Value *number, int64_t most) {
  if (const std::optional<int64_t> known = constantIn(*number); known && *known <= most)
    return nullptr;
  return entry_.CreateICmpSLE(number, entry_.getInt64(static_cast<uint64_t>(most)));
}

GroupIntervals::Range GroupIntervals::exactly(Value *number) { return {.low = number, .high = number}; }
GroupIntervals::Range GroupIntervals::upTo(Value *high) { return {.low = entry_.getInt64(0), .high = high}; }

GroupIntervals::Range GroupIntervals::fitting(Range range, unsigned bits) {
  const int64_t most = bits < 64 ? (int64_t{1} << (bits - 1)) - 1 : greatestBound;
  const int64_t least = bits < 64 ? -most - 1 : -greatestBound;
  if (range.low)
    range.holds = both(range.holds, isAtLeast(range.low, least));
  if (range.high)
    range.holds = both(range.holds, isAtMost(range.high, most));
  return range;
}

GroupIntervals::Range GroupIntervals::notNegative(Range range) {
  if (!range.low)
    return {};
  range.holds = both(range.holds, isAtLeast(range.low, 0));
  return range;
}

GroupIntervals::Range GroupIntervals::sum(const Range &first, const Range &second) {
  return {.low = first.low && second.low ? entry_.CreateAdd(first.low, second.low) : nullptr,
          .high = first.high && second.high ? entry_.CreateAdd(first.high, second.high) : nullptr,
          .holds = both(first.holds, second.holds)};
}

GroupIntervals::Range GroupIntervals::difference(const Range &first, const Range &second) {
  return {.low = first.low && second.high ? entry_.CreateSub(first.low, second.high) : nullptr,
          .high = first.high && second.low ? entry_.CreateSub(first.high, second.low) : nullptr,
          .holds = both(first.holds, second.holds)};
}

GroupIntervals::Range GroupIntervals::either(const Range &first, const Range &second) {
  return {.low = first.low && second.low ? least(first.low, second.low) : nullptr,
          .high = first.high && second.high ? greatest(first.high, second.high) : nullptr,
          .holds = both(first.holds, second.holds)};
}

GroupIntervals::Range GroupIntervals::product(const Range &first, const Range &second) {
  const std::optional<int64_t> factor =
      second.low && second.low == second.high ? constantIn(*second.low) : std::nullopt;
  const auto times = [&](Value *x, Value *y) { return x && y ? entry_.CreateMul(x, y) : nullptr; };
  if (factor && *factor > -greatestFactor && *factor < greatestFactor) {
    Range scaled = first;
    for (Value *bound : {first.low, first.high})
      if (bound)
        scaled.holds = both(scaled.holds, both(isAtLeast(bound, -greatestFactor), isAtMost(bound, greatestFactor)));
    scaled.low = times(*factor >= 0 ? first.low : first.high, second.low);
    scaled.high = times(*factor >= 0 ? first.high : first.low, second.low);
    scaled.holds = both(scaled.holds, second.holds);
    return scaled;
  }
  if (!first.isBounded() || !second.isBounded())
    return {};
  Range all{.low = nullptr, .high = nullptr, .holds = both(first.holds, second.holds)};
  for (Value *bound : {first.low, first.high, second.low, second.high})
    all.holds = both(all.holds, both(isAtLeast(bound, -greatestFactor), isAtMost(bound, greatestFactor)));
  // If the bounds of one factor are equal, two of the four products of bounds are equal to the other two, and are left
  // out.
  for (Value *x : {first.low, first.high})
    for (Value *y : {second.low, second.high}) {
      if ((x == first.high && x == first.low && all.low && y == second.low) ||
          (y == second.high && y == second.low && all.low && x == first.low))
        continue;
      Value *corner = times(x, y);
      all.low = all.low ? least(all.low, corner) : corner;
      all.high = all.high ? greatest(all.high, corner) : corner;
    }
  return all;
}

GroupIntervals::Range GroupIntervals::of(Value &value, BasicBlock &at) {
  if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64)
    return {};
  if (auto *number = dyn_cast<ConstantInt>(&value)) {
    const int64_t known = number->getSExtValue();
    return known >= -greatestBound && known <= greatestBound ? exactly(known) : Range();
  }
  if (const auto known = known_.find({&value, &at}); known != known_.end())
    return known->second;
  if (++queries_ > SearchLimits::groupIntervals || depth_ > SearchLimits::groupIntervalDepth)
    return {};
  ++depth_;
  Range range = ofValue(value, at);
  if (!range.low || range.low != range.high)
    range = refined(range, value, conditionsAt(at));
  if (auto *phi = dyn_cast<PHINode>(&value))
    range = refinedByStride(*phi, range);
  --depth_;
  if (assumed_.empty())
    known_[{&value, &at}] = range;
  return range;
}

GroupIntervals::Range GroupIntervals::ofValue(Value &value, BasicBlock &at) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return {};
  if (instruction->getParent() == &kernel_.getEntryBlock() || isa<LoadInst>(instruction))
    return ofLeaf(*instruction);
  if (auto *cast = dyn_cast<CastInst>(instruction))
    return ofCast(*cast, at);
  if (auto *operation = dyn_cast<BinaryOperator>(instruction))
    return ofArithmetic(*operation, at);
  if (auto *call = dyn_cast<CallInst>(instruction))
    return ofCall(*call, at);
  if (auto *select = dyn_cast<SelectInst>(instruction))
    return ofSelect(*select, at);
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return ofPhi(*phi);
  if (isa<FreezeInst>(instruction))
    return of(*instruction->getOperand(0), at);
  return {};
}

/// Returns `value`, or a copy of it, for use in the entry block. Only loads of parameters of the launch or the group
/// can be copied to the entry block. Returns null for other instructions outside the entry block.
Value *GroupIntervals::inEntry(Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || instruction->getParent() == &kernel_.getEntryBlock())
    return &value;
  const auto *load = dyn_cast<LoadInst>(instruction);
  const auto *element = dyn_cast<GetElementPtrInst>(instruction);
  if (!(load && load->hasMetadata(LLVMContext::MD_invariant_load)) && !(element && element->hasAllConstantIndices()))
    return nullptr;
  Value *address = inEntry(*instruction->getOperand(0));
  if (!address)
    return nullptr;
  Instruction *copy = instruction->clone();
  copy->setOperand(0, address);
  return entry_.Insert(copy, instruction->getName());
}

/// The range of a call, or of a value that the entry block has or can load. Such a value is the same for the whole
/// group, so both of its bounds are the value itself.
GroupIntervals::Range GroupIntervals::ofLeaf(Instruction &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return ofCall(*call, kernel_.getEntryBlock());
  Value *number = inEntry(instruction);
  if (!number)
    return {};
  const Range range = exactly(entry_.CreateSExt(number, entry_.getInt64Ty()));
  return number->getType()->getIntegerBitWidth() < 64 ? range : fitting(range, 64);
}

GroupIntervals::Range GroupIntervals::ofCast(CastInst &cast, BasicBlock &at) {
  if (!isa<SExtInst, ZExtInst, TruncInst>(cast))
    return {};
  const unsigned bits = cast.getSrcTy()->getIntegerBitWidth();
  Range inner = bits == 1 ? Range() : of(*cast.getOperand(0), at);
  if (isa<TruncInst>(cast))
    return inner.isBounded() ? fitting(inner, cast.getDestTy()->getIntegerBitWidth()) : Range();
  if (!inner.isBounded() && bits <= 16) {
    const int64_t most = (int64_t{1} << (isa<ZExtInst>(cast) ? bits : bits - 1)) - 1;
    return {.low = entry_.getInt64(isa<ZExtInst>(cast) ? 0 : static_cast<uint64_t>(-most - 1)),
            .high = entry_.getInt64(static_cast<uint64_t>(most))};
  }
  return isa<ZExtInst>(cast) ? notNegative(inner) : inner;
}

GroupIntervals::Range GroupIntervals::ofArithmetic(BinaryOperator &operation, BasicBlock &at) {
  const unsigned bits = operation.getType()->getIntegerBitWidth();
  const auto operand = [&](unsigned i) { return of(*operation.getOperand(i), at); };
  switch (operation.getOpcode()) {
  case Instruction::Add:
    return fitting(ofRelatedSum(operation, sum(operand(0), operand(1)), at), bits);
  case Instruction::Sub:
    return fitting(ofRelatedDifference(operation, difference(operand(0), operand(1)), at), bits);
  case Instruction::Mul: {
    const Range first = operand(0), second = operand(1);
    const Range all = constantIn(*operation.getOperand(0)) ? product(second, first) : product(first, second);
    return fitting(ofRelatedProduct(operation, all, at), bits);
  }
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return ofShift(operation, at);
  case Instruction::URem:
  case Instruction::SRem:
    return ofRemainder(operation, at);
  case Instruction::UDiv:
  case Instruction::SDiv:
    return ofQuotient(operation, at);
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return ofBits(operation, at);
  default:
    return {};
  }
}

/// The range of a shift. OpenCL C takes the shift amount modulo the number of the value's bits; the front end has
/// already masked the amount so.
GroupIntervals::Range GroupIntervals::ofShift(BinaryOperator &shift, BasicBlock &at) {
  const int64_t bits = shift.getType()->getIntegerBitWidth();
  const Range number = of(*shift.getOperand(0), at);
  const Range amount = of(*shift.getOperand(1), at);
  if (!amount.isBounded())
    return {};
  const std::optional<int64_t> known = amount.low == amount.high ? constantIn(*amount.low) : std::nullopt;
  if (!number.isBounded()) {
    if (shift.getOpcode() == Instruction::LShr && known && *known > 0 && *known < bits && bits - *known < 40)
      return upTo(entry_.getInt64((uint64_t{1} << (bits - *known)) - 1));
    return {};
  }
  Value *isInBits = both(isAtLeast(amount.low, 0), isAtMost(amount.high, std::min<int64_t>(bits - 1, 30)));
  Range result = notNegative(number);
  result.holds = both(result.holds, both(amount.holds, isInBits));
  // Masked amounts keep the bounds from being poison in groups for which `holds` is false.
  Value *low = known ? amount.low : entry_.CreateAnd(amount.low, 63);
  Value *high = known ? amount.high : entry_.CreateAnd(amount.high, 63);
  if (shift.getOpcode() == Instruction::Shl) {
    result.holds = both(result.holds, isAtMost(number.high, greatestFactor));
    result.low = entry_.CreateShl(number.low, low);
    result.high = entry_.CreateShl(number.high, high);
    return fitting(result, static_cast<unsigned>(bits));
  }
  result.low = entry_.CreateAShr(number.low, high);
  result.high = entry_.CreateAShr(number.high, low);
  return result;
}

GroupIntervals::Range GroupIntervals::ofRemainder(BinaryOperator &operation, BasicBlock &at) {
  const Range divisor = of(*operation.getOperand(1), at);
  if (!divisor.isBounded())
    return {};
  const Range number = of(*operation.getOperand(0), at);
  Value *one = entry_.getInt64(1);
  Range result = upTo(entry_.CreateSub(divisor.high, one));
  result.holds = both(divisor.holds, isAtLeast(divisor.low, 1));
  if (operation.getOpcode() == Instruction::URem)
    return result;
  if (!number.low) {
    result.low = entry_.CreateNeg(result.high);
    return result;
  }
  result.holds = both(result.holds, both(number.holds, isAtLeast(number.low, 0)));
  return result;
}

GroupIntervals::Range GroupIntervals::ofQuotient(BinaryOperator &operation, BasicBlock &at) {
  const Range divisor = of(*operation.getOperand(1), at);
  const Range number = notNegative(of(*operation.getOperand(0), at));
  if (!divisor.isBounded() || !number.isBounded())
    return {};
  Range result{.low = nullptr, .high = nullptr, .holds = both(number.holds, divisor.holds)};
  result.holds = both(result.holds, isAtLeast(divisor.low, 1));
  Value *one = entry_.getInt64(1);
  result.low = entry_.CreateUDiv(number.low, greatest(divisor.high, one));
  // If no work-item reaches the value, the upper bound may be -1. The unsigned division needs at least 0.
  result.high = entry_.CreateUDiv(greatest(number.high, entry_.getInt64(0)), greatest(divisor.low, one));
  return result;
}

/// The range of `number` and-ed with `mask`, which isn't negative.
GroupIntervals::Range GroupIntervals::masked(const Range &number, Value *mask) {
  if (!number.isBounded())
    return upTo(mask);
  Value *isPositive = both(number.holds, isAtLeast(number.low, 0));
  Value *most = least(number.high, mask);
  return upTo(isPositive ? entry_.CreateSelect(isPositive, most, mask) : most);
}

GroupIntervals::Range GroupIntervals::ofBits(BinaryOperator &operation, BasicBlock &at) {
  const Range first = of(*operation.getOperand(0), at);
  const Range second = of(*operation.getOperand(1), at);
  if (operation.getOpcode() == Instruction::And) {
    // A constant operand that isn't negative is an upper bound, whatever the other operand is.
    for (const auto &[mask, other] : {std::pair(&second, &first), std::pair(&first, &second)})
      if (const std::optional<int64_t> most =
              mask->high && mask->low == mask->high ? constantIn(*mask->high) : std::nullopt;
          most && *most >= 0)
        return masked(*other, mask->high);
    const Range *mask = second.isBounded() ? &second : &first;
    if (!mask->isBounded())
      return {};
    Range result = upTo(mask->high);
    result.holds = both(mask->holds, isAtLeast(mask->low, 0));
    return result;
  }
  if (!first.isBounded() || !second.isBounded())
    return {};
  // The result of "or" or "xor" has no bit above the highest bit of the operands, and isn't greater than their sum.
  Value *bits = entry_.CreateSub(powerAbove(greatest(first.high, second.high)), entry_.getInt64(1));
  Range result = upTo(least(bits, entry_.CreateAdd(first.high, second.high)));
  result.holds = both(notNegative(first).holds, notNegative(second).holds);
  return fitting(result, operation.getType()->getIntegerBitWidth());
}

GroupIntervals::Range GroupIntervals::ofCall(CallInst &call, BasicBlock &at) {
  const Function *callee = call.getCalledFunction();
  if (const int dimension = localIdDimension(callee); dimension >= 0) {
    Value *size = loadLocalSize(entry_, kernel_, static_cast<unsigned>(dimension));
    if (kernel_.hasFnAttribute(subGroupsAttribute)) // the id is the flattened local id
      for (unsigned d = 1; d < 3; ++d)
        size = entry_.CreateMul(size, loadLocalSize(entry_, kernel_, d));
    return upTo(entry_.CreateSub(size, entry_.getInt64(1)));
  }
  if (isLaneId(callee))
    return upTo(entry_.getInt64(subGroupSize(kernel_) - 1));
  auto *intrinsic = dyn_cast<MinMaxIntrinsic>(&call);
  if (!intrinsic)
    return {};
  const Range first = of(*intrinsic->getLHS(), at);
  const Range second = of(*intrinsic->getRHS(), at);
  const auto one = [](Value *x, Value *y) { return x ? x : y; };
  Range result{.low = nullptr, .high = nullptr, .holds = both(first.holds, second.holds)};
  const bool isSigned = intrinsic->isSigned();
  if (intrinsic->getIntrinsicID() == Intrinsic::smin || intrinsic->getIntrinsicID() == Intrinsic::umin) {
    result.high = first.high && second.high ? least(first.high, second.high) : one(first.high, second.high);
    result.low = first.low && second.low ? least(first.low, second.low) : nullptr;
  } else {
    result.low = first.low && second.low ? greatest(first.low, second.low) : one(first.low, second.low);
    result.high = first.high && second.high ? greatest(first.high, second.high) : nullptr;
  }
  if (isSigned)
    return result;
  // If no operand is negative, the unsigned minimum or maximum is the same as the signed one.
  if (!first.low || !second.low)
    return {};
  result.holds = both(result.holds, both(isAtLeast(first.low, 0), isAtLeast(second.low, 0)));
  return result;
}

GroupIntervals::Range GroupIntervals::ofSelect(SelectInst &select, BasicBlock &at) {
  const auto choice = [&](Value &value, bool holds) {
    Conditions conditions;
    add(*select.getCondition(), holds, at, conditions);
    return refined(of(value, at), value, conditions);
  };
  return either(choice(*select.getTrueValue(), true), choice(*select.getFalseValue(), false));
}

GroupIntervals::Range GroupIntervals::onEdge(PHINode &phi, unsigned index) {
  BasicBlock &from = *phi.getIncomingBlock(index);
  Value &value = *phi.getIncomingValue(index);
  Range range = of(value, from);
  auto *branch = dyn_cast<BranchInst>(from.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return range;
  Conditions conditions;
  add(*branch->getCondition(), branch->getSuccessor(0) == phi.getParent(), from, conditions);
  return refined(range, value, conditions);
}

GroupIntervals::Range GroupIntervals::ofPhi(PHINode &phi) {
  if (const auto assumed = assumed_.find(&phi); assumed != assumed_.end())
    return assumed->second;
  const auto isOfLoop = [&](BasicBlock *from) { return dominators_.dominates(phi.getParent(), from); };
  if (any_of(phi.blocks(), isOfLoop)) {
    if (!assumed_.empty())
      return ofLoop(phi);
    if (const auto known = loops_.find(&phi); known != loops_.end())
      return known->second;
    const Range range = ofLoop(phi);
    loops_[&phi] = range;
    return range;
  }
  Range all;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const Range one = onEdge(phi, i);
    all = i == 0 ? one : either(all, one);
    if (!all.low && !all.high)
      return {};
  }
  return all;
}

/// The range of a loop's phi, by induction. The guess for the range comes from the phi's first value and from the
/// direction in which the phi changes. The condition `holds` of the result says that if the guess is true in one
/// iteration, it is also true in the next iteration.
GroupIntervals::Range GroupIntervals::ofLoop(PHINode &phi) {
  std::optional<Range> start;
  SmallVector<unsigned, 2> again;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (dominators_.dominates(phi.getParent(), phi.getIncomingBlock(i)))
      again.push_back(i);
    else
      start = start ? either(*start, onEdge(phi, i)) : onEdge(phi, i);
  if (!start || !start->isBounded())
    return {};
  const auto *step = dyn_cast<BinaryOperator>(phi.getIncomingValue(again.front()));
  const auto opcode = step ? step->getOpcode() : Instruction::Add;
  const std::optional<int64_t> amount = step ? constantIn(*step->getOperand(1)) : std::nullopt;
  Range guess{.low = start->low, .high = start->high};
  if (opcode == Instruction::LShr || opcode == Instruction::AShr || opcode == Instruction::UDiv ||
      opcode == Instruction::SDiv) {
    guess.low = least(start->low, entry_.getInt64(0));
  } else {
    const bool isFalling = opcode == Instruction::Sub || (opcode == Instruction::Add && amount && *amount < 0);
    assumed_[&phi] = isFalling ? Range{.low = nullptr, .high = start->high} : Range{.low = start->low, .high = nullptr};
    for (const unsigned i : again) {
      const Range next = onEdge(phi, i);
      Value *end = isFalling ? next.low : next.high;
      if (!end) {
        assumed_.erase(&phi);
        return {};
      }
      (isFalling ? guess.low : guess.high) = isFalling ? least(guess.low, end) : greatest(guess.high, end);
    }
  }
  assumed_[&phi] = guess;
  Range shown = guess;
  shown.holds = start->holds;
  for (const unsigned i : again) {
    const Range next = onEdge(phi, i);
    if (!next.isBounded()) {
      assumed_.erase(&phi);
      return {};
    }
    Value *isWithin = nullptr;
    if (next.low != guess.low)
      isWithin = both(isWithin, entry_.CreateICmpSGE(next.low, guess.low));
    if (next.high != guess.high)
      isWithin = both(isWithin, entry_.CreateICmpSLE(next.high, guess.high));
    shown.holds = both(shown.holds, both(next.holds, isWithin));
  }
  assumed_.erase(&phi);
  return shown;
}

void GroupIntervals::add(Value &condition, bool holds, BasicBlock &at, Conditions &conditions) {
  SmallVector<Value *, 4> open = {&condition};
  while (!open.empty() && conditions.size() < SearchLimits::conditionTerms) {
    Value *next = open.pop_back_val();
    if (auto *comparison = dyn_cast<CmpInst>(next)) {
      if (isa<ICmpInst>(comparison) && comparison->getOperand(0)->getType()->isIntegerTy())
        conditions.push_back({comparison, holds, &at});
      continue;
    }
    auto *parts = dyn_cast<BinaryOperator>(next);
    if (parts && parts->getOpcode() == (holds ? Instruction::And : Instruction::Or))
      append_range(open, parts->operands());
  }
}

GroupIntervals::Conditions GroupIntervals::conditionsAt(BasicBlock &block) const {
  Conditions conditions;
  const DomTreeNode *node = dominators_.getNode(&block);
  for (; node && node->getIDom() && conditions.size() < SearchLimits::conditionTerms; node = node->getIDom()) {
    BasicBlock &asking = *node->getIDom()->getBlock();
    auto *branch = dyn_cast<BranchInst>(asking.getTerminator());
    if (!branch || !branch->isConditional())
      continue;
    for (const unsigned way : {0u, 1u})
      if (dominators_.dominates(BasicBlockEdge(&asking, branch->getSuccessor(way)), node->getBlock()))
        add(*branch->getCondition(), way == 0, asking, conditions);
  }
  return conditions;
}

GroupIntervals::Range GroupIntervals::refined(Range range, Value &value, const Conditions &conditions) {
  for (const Condition &condition : conditions)
    for (const unsigned side : {0u, 1u}) {
      bool byZeros = false;
      if (!isExtended(*condition.comparison->getOperand(side), value, byZeros) || (byZeros && !range.low))
        continue;
      CmpInst::Predicate predicate =
          side == 0 ? condition.comparison->getPredicate() : condition.comparison->getSwappedPredicate();
      if (!condition.holds)
        predicate = CmpInst::getInversePredicate(predicate);
      if (predicate == CmpInst::ICMP_NE)
        continue;
      const Range other = of(*condition.comparison->getOperand(1 - side), *condition.at);
      if (byZeros && (other.low || other.high))
        range = notNegative(range);
      range = refined(range, predicate, other);
    }
  return range;
}

GroupIntervals::Range GroupIntervals::refined(Range range, CmpInst::Predicate predicate, const Range &other) {
  const auto below = [&](Value *high) { range.high = range.high ? least(range.high, high) : high; };
  const auto above = [&](Value *low) { range.low = range.low ? greatest(range.low, low) : low; };
  Value *one = entry_.getInt64(1);
  const bool isLess = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate) || predicate == CmpInst::ICMP_EQ;
  const bool isGreater = ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate) || predicate == CmpInst::ICMP_EQ;
  if ((isLess && !other.high && !isGreater) || (isGreater && !other.low && !isLess))
    return range;
  if (CmpInst::isUnsigned(predicate)) {
    // If no operand is negative, the unsigned comparison gives the same as a signed one.
    if (!other.low || (isGreater && !range.low))
      return range;
    range.holds = both(range.holds, isAtLeast(other.low, 0));
    if (isGreater)
      range.holds = both(range.holds, isAtLeast(range.low, 0));
    else
      above(entry_.getInt64(0));
  }
  range.holds = both(range.holds, other.holds);
  if (isLess && other.high)
    below(ICmpInst::isLT(predicate) ? entry_.CreateSub(other.high, one) : other.high);
  if (isGreater && other.low)
    above(ICmpInst::isGT(predicate) ? entry_.CreateAdd(other.low, one) : other.low);
  return range;
}

} // namespace weft::compiler
