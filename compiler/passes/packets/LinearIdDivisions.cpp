// Finds the divisions by which a kernel computes rows and columns from a linear id.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/LinearIdDivisions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include "kernel/KernelAttributes.h"
#include "passes/packets/GroupValues.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

const Value &withoutExtensions(const Value &value) {
  const Value *inner = &value;
  while (isa<ZExtInst, SExtInst>(inner))
    inner = cast<CastInst>(inner)->getOperand(0);
  return *inner;
}

/// Returns the loop whose counter is `number`, or nothing if this loop doesn't meet the conditions of CountingLoop.
std::optional<CountingLoop> matchCountingLoop(PHINode &number, const LoopInfo &loops) {
  const Loop *loop = loops.getLoopFor(number.getParent());
  if (!loop || loop->getHeader() != number.getParent() || !loop->getLoopLatch() || !loop->getLoopPredecessor())
    return std::nullopt;
  CountingLoop found{&number, nullptr, loop->getLoopLatch(), loop->getExitBlock(), nullptr, nullptr};
  auto *branch = dyn_cast<BranchInst>(loop->getHeader()->getTerminator());
  if (!found.exit || isa<PHINode>(found.exit->front()) || !branch || !branch->isConditional() ||
      loop->getExitingBlock() != loop->getHeader() || branch->getSuccessor(1) != found.exit ||
      !match(number.getIncomingValueForBlock(found.latch), m_c_Add(m_Specific(&number), m_Value(found.step))))
    return std::nullopt;
  found.exitComparison = dyn_cast<ICmpInst>(branch->getCondition());
  if (!found.exitComparison)
    return std::nullopt;
  const bool isLess = found.exitComparison->getPredicate() == ICmpInst::ICMP_SLT ||
                      found.exitComparison->getPredicate() == ICmpInst::ICMP_ULT;
  const bool isMore = found.exitComparison->getPredicate() == ICmpInst::ICMP_SGT ||
                      found.exitComparison->getPredicate() == ICmpInst::ICMP_UGT;
  if (!(isLess || isMore) || found.exitComparison->getOperand(isLess ? 0 : 1) != &number)
    return std::nullopt;
  found.limit = found.exitComparison->getOperand(isLess ? 1 : 0);
  const auto isUsedBehind = [&](const Instruction &made) {
    return any_of(made.users(), [&](const User *user) { return !loop->contains(cast<Instruction>(user)); });
  };
  if (!GroupValues::has(*found.step) || !GroupValues::has(*found.limit) ||
      any_of(loop->blocks(), [&](const BasicBlock *block) { return any_of(*block, isUsedBehind); }))
    return std::nullopt;
  return found;
}

/// An integer as the product of a constant and of values that aren't products.
class Product {
public:
  explicit Product(const Value &value) { add(value); }

  /// Returns whether the factors of `other` are also factors of this product. This doesn't prove that the value is a
  /// multiple, because a product may have wrapped.
  bool isMultipleOf(const Product &other) const {
    SmallVector<const Value *, 4> left = factors_;
    return constant_ % other.constant_ == 0 && all_of(other.factors_, [&](const Value *factor) {
             auto *found = find(left, factor);
             if (found == left.end())
               return false;
             left.erase(found);
             return true;
           });
  }

  /// Returns the constant, if the product has no other factors.
  std::optional<uint64_t> asConstant() const { return factors_.empty() ? std::optional(constant_) : std::nullopt; }

private:
  void add(const Value &value) {
    const APInt *number = nullptr;
    const Value *first = nullptr, *second = nullptr;
    const Value &inner = withoutExtensions(value);
    if (match(&inner, m_APInt(number)) && number->isStrictlyPositive() && number->isIntN(31)) {
      constant_ = SaturatingMultiply(constant_, number->getZExtValue());
    } else if (match(&inner, m_Mul(m_Value(first), m_Value(second)))) {
      add(*first);
      add(*second);
    } else if (match(&inner, m_Shl(m_Value(first), m_APInt(number))) && number->ult(31)) {
      constant_ = SaturatingMultiply(constant_, uint64_t{1} << number->getZExtValue());
      add(*first);
    } else {
      factors_.push_back(&inner);
    }
  }

  uint64_t constant_ = 1;
  SmallVector<const Value *, 4> factors_;
};

/// Returns whether `condition` is known to be false if the divisor is positive and the dividend isn't negative.
/// guard-arithmetic inserts conditions of this kind to keep divisions from trapping.
bool isTrapCondition(const Value &condition, const Value &divisor, const Value &dividend) {
  const Value *first = nullptr, *second = nullptr;
  if (match(&condition, m_Or(m_Value(first), m_Value(second))))
    return isTrapCondition(*first, divisor, dividend) && isTrapCondition(*second, divisor, dividend);
  if (match(&condition, m_And(m_Value(first), m_Value(second))))
    return isTrapCondition(*first, divisor, dividend) || isTrapCondition(*second, divisor, dividend);
  const APInt *number = nullptr;
  if (!match(&condition, m_SpecificICmp(CmpInst::ICMP_EQ, m_Value(first), m_APInt(number))))
    return false;
  return (first == &divisor && !number->isStrictlyPositive()) || (first == &dividend && number->isNegative());
}

Value &divisorOf(const BinaryOperator &operation) {
  Value *divisor = operation.getOperand(1);
  Value *condition = nullptr, *guarded = nullptr;
  if (match(divisor, m_Select(m_Value(condition), m_One(), m_Value(guarded))) &&
      isTrapCondition(*condition, *guarded, *operation.getOperand(0)))
    return *guarded;
  return *divisor;
}

/// All divisions of a linear id (a work-item's number), of the remainders of these divisions, and so on.
class DivisionTree {
public:
  explicit DivisionTree(Value &number) { collect(number); }

  /// Returns the divisor of which most other divisors are multiples; it becomes the length of a row. Doesn't choose a
  /// constant below `shortest`, nor a power of two: PacketShapes knows the results of divisions by powers of two, so
  /// packets needn't be kept within such rows.
  Value *chooseLength(unsigned shortest) const {
    Value *best = nullptr;
    size_t most = 0;
    for (const auto &[number, division] : divisions_) {
      const std::optional<uint64_t> constant = Product(*division.divisor).asConstant();
      if (constant && (isPowerOf2_64(*constant) || *constant < shortest))
        continue;
      if (const size_t multiples = divisionsByMultiplesOf(*division.divisor).size(); multiples > most) {
        most = multiples;
        best = division.divisor;
      }
    }
    return best;
  }

  /// Returns the divisions by multiples of `length`. A division of a remainder is returned only if the division that
  /// computes this remainder is returned as well.
  SmallVector<LinearIdDivisions::Division, 4> divisionsByMultiplesOf(const Value &length) const {
    SmallVector<LinearIdDivisions::Division, 4> found;
    SmallPtrSet<const Value *, 8> numbers;
    for (const auto &[number, division] : divisions_)
      if ((!isRemainderOfDivision(*number) || numbers.contains(number)) && isMultiple(*division.divisor, length)) {
        found.push_back(division);
        if (division.isRemainder())
          numbers.insert(division.operation);
      }
    return found;
  }

private:
  /// Collects the divisions of `number`, and after them the divisions of their remainders.
  void collect(Value &number) {
    SmallVector<Value *, 4> left;
    SmallVector<Value *, 4> dividends{&number};
    while (!dividends.empty()) {
      Value *dividend = dividends.pop_back_val();
      for (User *user : dividend->users()) {
        if (isa<ZExtInst, SExtInst>(user)) // equal to the dividend, which isn't negative
          dividends.push_back(user);
        auto *operation = dyn_cast<BinaryOperator>(user);
        if (!operation || !operation->isIntDivRem() || operation->getOperand(0) != dividend)
          continue;
        const LinearIdDivisions::Division division{operation, &divisorOf(*operation)};
        if (!GroupValues::has(*division.divisor))
          continue;
        divisions_.push_back({&number, division});
        if (division.isRemainder())
          left.push_back(operation);
      }
    }
    for (Value *remainder : left)
      collect(*remainder);
  }

  bool isRemainderOfDivision(const Value &number) const {
    return any_of(divisions_, [&](const auto &one) { return one.second.operation == &number; });
  }

  /// Returns whether `divisor` seems to be a multiple of `length`. This holds if the factors of `length` are also
  /// factors of `divisor`. It also holds if the remainder of a division by `divisor` is divided by a multiple of
  /// `length`, as a kernel divides planes into rows.
  bool isMultiple(const Value &divisor, const Value &length) const {
    return Product(divisor).isMultipleOf(Product(length)) || any_of(divisions_, [&](const auto &one) {
             return one.second.isRemainder() && one.second.divisor == &divisor &&
                    any_of(divisions_, [&](const auto &further) {
                      return further.first == one.second.operation && isMultiple(*further.second.divisor, length);
                    });
           });
  }

  /// Each dividend with its division. A division stands before the divisions of its remainder.
  SmallVector<std::pair<Value *, LinearIdDivisions::Division>, 8> divisions_;
};

} // namespace

std::vector<LinearId> findLinearIds(Function &kernel) {
  std::vector<LinearId> numbers;
  const auto addSums = [&](Value &id) {
    Value *base = nullptr;
    for (User *user : id.users())
      if (match(user, m_c_Add(m_Specific(&id), m_Value(base))) && GroupValues::has(*base))
        numbers.push_back({user, base, {}});
  };
  for (CallInst *id : findLocalIds(kernel)[0]) {
    numbers.push_back({id, ConstantInt::get(id->getType(), 0), {}});
    addSums(*id);
    for (User *user : id->users())
      if (isa<ZExtInst, SExtInst>(user) && user->getType()->isIntegerTy(64))
        addSums(*user);
  }
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  for (const Loop *loop : loops.getTopLevelLoops())
    for (PHINode &phi : loop->getHeader()->phis())
      if (const std::optional<CountingLoop> counting = matchCountingLoop(phi, loops)) {
        const Value &first = withoutExtensions(*phi.getIncomingValueForBlock(loop->getLoopPredecessor()));
        const auto found = find_if(numbers, [&](const LinearId &number) { return number.value == &first; });
        if (found != numbers.end())
          numbers.push_back({&phi, found->base, counting});
      }
  return numbers;
}

bool LinearIdDivisions::Division::isRemainder() const {
  return operation->getOpcode() == Instruction::URem || operation->getOpcode() == Instruction::SRem;
}

LinearIdDivisions::LinearIdDivisions(const LinearId &number, unsigned shortest) : linearId_(number) {
  const DivisionTree all(*number.value);
  length_ = all.chooseLength(shortest);
  if (length_)
    found_ = all.divisionsByMultiplesOf(*length_);
}

} // namespace weft::compiler
