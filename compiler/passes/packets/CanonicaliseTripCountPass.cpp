// Rewrites loops with divergent bounds but a uniform trip count, so that a counter from 0 decides when they end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/CanonicaliseTripCountPass.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "analysis/LoopCounters.h"
#include "analysis/WorkItemUniformity.h"
#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// An integer of the kernel as a sum of products of values, which is exactly equal to the integer. If an operation
/// could wrap, its result counts as one value: it isn't split into the operation's operands.
class Polynomial {
public:
  using Factors = SmallVector<Value *, 2>; ///< in any order; empty for a constant
  struct Term {
    Factors factors;
    int64_t coefficient;
  };

  static Polynomial of(Value &value) {
    unsigned steps = SearchLimits::indexSum;
    return of(value, steps);
  }

  void add(const Polynomial &other, int64_t factor) {
    isKept_ &= other.isKept_;
    for (const Term &term : other.terms_)
      addTerm(term.factors, factor * term.coefficient);
  }

  ArrayRef<Term> terms() const { return terms_; }

  /// Returns whether the sum can be computed in 64 bits without overflow, for any values of 32 bits. This holds if at
  /// most one term is a product of two values (at most 2^62), and all other terms are much smaller.
  bool fits64Bits() const {
    if (!isKept_)
      return false;
    unsigned products = 0;
    for (const Term &term : terms_) {
      products += term.factors.size() == 2 ? 1 : 0;
      if (term.factors.size() > 2 || std::abs(term.coefficient) > (term.factors.size() == 2 ? 1 : int64_t{1} << 20))
        return false;
    }
    return products <= 1;
  }

private:
  static constexpr size_t mostTerms = 8;

  Polynomial() = default;
  explicit Polynomial(const Term &term) { addTerm(term.factors, term.coefficient); }

  static Polynomial of(Value &value, unsigned &steps) {
    if (const auto *constant = dyn_cast<ConstantInt>(&value))
      return Polynomial({{}, constant->getSExtValue()});
    auto *operation = dyn_cast<BinaryOperator>(&value);
    if (!operation || steps == 0 || !isExact(*operation))
      return Polynomial({{&value}, 1});
    --steps;
    Polynomial result;
    const unsigned opcode = operation->getOpcode();
    const Polynomial left = of(*operation->getOperand(0), steps);
    const Polynomial right =
        opcode == Instruction::Shl
            ? Polynomial({{}, int64_t{1} << cast<ConstantInt>(operation->getOperand(1))->getZExtValue()})
            : of(*operation->getOperand(1), steps);
    if (opcode == Instruction::Mul || opcode == Instruction::Shl) {
      result.addProduct(left, right);
    } else {
      result.add(left, 1);
      result.add(right, opcode == Instruction::Sub ? -1 : 1);
    }
    // If the sum has too many terms or too large coefficients, it is dropped, and `value` itself is the only term.
    return result.isKept_ ? result : Polynomial({{&value}, 1});
  }

  static bool isExact(const BinaryOperator &operation) {
    switch (operation.getOpcode()) {
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(operation).isDisjoint();
    case Instruction::Shl: {
      const auto *by = dyn_cast<ConstantInt>(operation.getOperand(1));
      return operation.hasNoSignedWrap() && by && by->getValue().ult(31);
    }
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
      return operation.hasNoSignedWrap();
    default:
      return false;
    }
  }

  void addProduct(const Polynomial &left, const Polynomial &right) {
    isKept_ &= left.isKept_ && right.isKept_;
    for (const Term &one : left.terms_)
      for (const Term &other : right.terms_) {
        Factors factors = one.factors;
        factors.append(other.factors);
        int64_t coefficient = 0;
        isKept_ &= MulOverflow(one.coefficient, other.coefficient, coefficient) == 0;
        addTerm(factors, coefficient);
      }
  }

  void addTerm(const Factors &factors, int64_t coefficient) {
    constexpr int64_t largest = int64_t{1} << 61; // coefficients are in the range from -largest to largest
    auto *known = find_if(terms_, [&](const Term &term) {
      return term.factors.size() == factors.size() &&
             std::is_permutation(factors.begin(), factors.end(), term.factors.begin());
    });
    if (known == terms_.end()) {
      terms_.push_back({factors, coefficient});
      known = std::prev(terms_.end());
    } else {
      isKept_ &= AddOverflow(known->coefficient, coefficient, known->coefficient) == 0;
    }
    isKept_ &= terms_.size() <= mostTerms && known->coefficient <= largest && known->coefficient >= -largest;
    if (known->coefficient == 0)
      terms_.erase(known);
  }

  SmallVector<Term, 4> terms_;
  bool isKept_ = true;
};

/// The comparison that decides when a loop is left: it compares the loop's counter with the counter's end value.
struct ExitComparison {
  ICmpInst *comparison;
  LoopCounter counter;
  Value *end;
  CmpInst::Predicate predicate; ///< the signed predicate with the counter on the left
  bool comparesNext;            ///< whether it compares the counter of the next iteration
};

std::optional<ExitComparison> findExitComparison(BasicBlock &exiting, ArrayRef<LoopCounter> counters) {
  auto *branch = dyn_cast<BranchInst>(exiting.getTerminator());
  auto *comparison = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!comparison || !comparison->getOperand(0)->getType()->isIntegerTy(32) ||
      (comparison->isUnsigned() && !comparison->hasSameSign()))
    return std::nullopt;
  for (const LoopCounter &counter : counters)
    for (const unsigned side : {0U, 1U}) {
      const Value *compared = comparison->getOperand(side);
      if (compared != counter.phi && compared != counter.next)
        continue;
      const CmpInst::Predicate predicate = side == 0 ? comparison->getPredicate() : comparison->getSwappedPredicate();
      return ExitComparison{comparison, counter, comparison->getOperand(1 - side),
                            ICmpInst::getSignedPredicate(predicate), compared == counter.next};
    }
  return std::nullopt;
}

/// A loop and the comparison that decides when it is left.
using CountedLoop = std::pair<const Loop *, ExitComparison>;

/// Returns the loops whose counter starts at a value that isn't a constant.
SmallVector<CountedLoop> findCountedLoops(const LoopInfo &loops) {
  SmallVector<CountedLoop> found;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *> exiting;
    loop->getExitingBlocks(exiting);
    const BasicBlock *before = loop->getLoopPreheader();
    const SmallVector<LoopCounter> counters = before ? findCounters(*loop) : SmallVector<LoopCounter>();
    for (BasicBlock *block : exiting)
      if (std::optional<ExitComparison> ending = findExitComparison(*block, counters);
          ending && !isa<Constant>(ending->counter.phi->getIncomingValueForBlock(before)))
        found.emplace_back(loop, *ending);
  }
  return found;
}

class TripCounts {
public:
  explicit TripCounts(Function &kernel) : uniformity_(kernel, UniformityScope::packet) {}

  bool run(ArrayRef<CountedLoop> endings) const {
    return count_if(endings, [&](const CountedLoop &counted) {
             return !uniformity_.isUniform(*counted.second.comparison) && count(*counted.first, counted.second);
           }) != 0;
  }

private:
  bool count(const Loop &loop, const ExitComparison &ending) const {
    BasicBlock &before = *loop.getLoopPreheader();
    const auto *step = dyn_cast<ConstantInt>(ending.counter.step);
    const auto *next = dyn_cast<BinaryOperator>(ending.counter.next);
    Value *start = ending.counter.phi->getIncomingValueForBlock(&before);
    if (!step || !next || !next->hasNoSignedWrap())
      return false;
    Polynomial trips = Polynomial::of(*ending.end);
    trips.add(Polynomial::of(*start), -1);
    if (!trips.fits64Bits() || !all_of(trips.terms(), [&](const Polynomial::Term &term) {
          return all_of(term.factors, [&](const Value *factor) { return isUniformBefore(*factor, loop); });
        }))
      return false;
    IRBuilder<> builder(before.getTerminator());
    Value *bound = write(trips, builder);
    builder.SetInsertPoint(loop.getHeader(), loop.getHeader()->begin());
    PHINode *trip = builder.CreatePHI(builder.getInt64Ty(), 2, "trip");
    builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
    Value *tripToCome = builder.CreateNSWAdd(trip, builder.getInt64(step->getSExtValue()), "trip.next");
    trip->addIncoming(builder.getInt64(0), &before);
    trip->addIncoming(tripToCome, loop.getLoopLatch());
    builder.SetInsertPoint(ending.comparison);
    if (ending.comparesNext)
      tripToCome = builder.CreateNSWAdd(trip, builder.getInt64(step->getSExtValue()));
    Value *compared = ending.comparesNext ? tripToCome : trip;
    ending.comparison->replaceAllUsesWith(builder.CreateICmp(ending.predicate, compared, bound));
    return true;
  }

  /// Returns whether `value` is a uniform integer of 32 bits that doesn't change in `loop`.
  bool isUniformBefore(const Value &value, const Loop &loop) const {
    const auto *instruction = dyn_cast<Instruction>(&value);
    return value.getType()->isIntegerTy(32) && loop.isLoopInvariant(&value) &&
           (!instruction || uniformity_.isUniform(*instruction));
  }

  static Value *write(const Polynomial &polynomial, IRBuilder<> &builder) {
    Value *sum = nullptr;
    for (const Polynomial::Term &term : polynomial.terms()) {
      Value *product = term.coefficient == 1 ? nullptr : builder.getInt64(static_cast<uint64_t>(term.coefficient));
      for (Value *factor : term.factors) {
        Value *wide = builder.CreateSExt(factor, builder.getInt64Ty());
        product = product ? builder.CreateNSWMul(wide, product) : wide;
      }
      product = product ? product : builder.getInt64(1);
      sum = sum ? builder.CreateNSWAdd(sum, product) : product;
    }
    return sum ? sum : builder.getInt64(0);
  }

  const WorkItemUniformity uniformity_;
};

} // namespace

PreservedAnalyses CanonicaliseTripCountPass::run(Function &kernel, FunctionAnalysisManager &) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  const SmallVector<CountedLoop> counted = findCountedLoops(loops);
  return !counted.empty() && TripCounts(kernel).run(counted) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
