// Finds conditions on ids that a test of a group's first and last work-item decides for the whole group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/BoundsGuard.h"

#include <algorithm>
#include <utility>

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include "analysis/IdExpressions.h"
#include "codegen/CompileBudget.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

bool isUniform(const Value &value, const WorkItemUniformity &uniformity) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  return !instruction || uniformity.isUniform(*instruction);
}

/// The number of lowest bits of its first operand that `operation` keeps, while it drops or clears the other bits. 0 if
/// the operation does something else.
unsigned lowBitsKeptBy(const Instruction &operation) {
  const APInt *mask = nullptr;
  if (match(&operation, m_Trunc(m_Value())))
    return operation.getType()->getScalarSizeInBits();
  return match(&operation, m_And(m_Value(), m_LowBitMask(mask))) ? mask->getActiveBits() : 0;
}

/// Whether the result of `operation` grows if an operand grows with the ids, and the other operands are the same for
/// all work-items.
bool isMonotone(const Instruction &operation) {
  const APInt *factor = nullptr;
  if (match(&operation, m_Mul(m_Value(), m_APInt(factor))))
    return factor->isStrictlyPositive();
  if (match(&operation, m_Shl(m_Value(), m_APInt(factor))))
    return factor->ult(factor->getBitWidth() - 1);
  return match(&operation, m_ZExt(m_Value())) || match(&operation, m_SExt(m_Value())) ||
         lowBitsKeptBy(operation) != 0 || match(&operation, m_Add(m_Value(), m_Value())) ||
         match(&operation, m_DisjointOr(m_Value(), m_Value()));
}

/// The constant by which `operation` multiplies; 1 if it doesn't multiply.
uint64_t factorOf(const Instruction &operation) {
  const APInt *factor = nullptr;
  if (match(&operation, m_Mul(m_Value(), m_APInt(factor))))
    return factor->getLimitedValue();
  if (!match(&operation, m_Shl(m_Value(), m_APInt(factor))))
    return 1;
  return factor->ult(64) ? uint64_t{1} << factor->getZExtValue() : UINT64_MAX;
}

/// Reads expressions of ids that have at most SearchLimits::localIndexDepth operations.
class MonotoneValueReader {
public:
  explicit MonotoneValueReader(const WorkItemUniformity &uniformity) : uniformity_(uniformity) {}

  /// Reads `value` as a signed number (`asSigned`) or an unsigned one. Returns nothing if it isn't known to grow with
  /// the ids.
  std::optional<MonotoneValue> read(Value &value, bool asSigned) {
    const std::optional<Monotonicity> growth = monotonicityOf(value);
    if (!growth || !grows(*growth, *read_.steps.back(), asSigned))
      return std::nullopt;
    return std::move(read_);
  }

private:
  /// How a value grows over the work-items of a group. Modulo 2^(number of bits), it is the first work-item's value
  /// plus an increase that grows with the ids.
  struct Monotonicity {
    /// A bound: the last work-item's value exceeds the first one's by less than this, if no product wraps. Local ids
    /// are below 2^16.
    uint64_t span = 1U << 16U;
    bool asSigned = true, asUnsigned = true; ///< as a signed or unsigned number it wraps in no group
  };

  std::optional<Monotonicity> monotonicityOf(Value &value) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || visits_++ == SearchLimits::localIndexDepth)
      return std::nullopt;
    std::optional<Monotonicity> growth;
    if (const auto *call = dyn_cast<CallInst>(instruction)) {
      const int dimension = localIdDimension(call->getCalledFunction());
      if (dimension < 0)
        return std::nullopt;
      read_.dimensions[static_cast<unsigned>(dimension)] = true;
      growth = Monotonicity();
    } else {
      growth = ofOperands(*instruction);
    }
    if (!growth)
      return std::nullopt;
    if (!is_contained(read_.steps, instruction))
      read_.steps.push_back(instruction);
    return isa<CallInst>(instruction) ? growth : afterOperation(*instruction, *growth);
  }

  /// The growth of the operands of `operation` together. It is known if only one operand grows with the ids, or if
  /// `operation` adds two operands that both grow.
  std::optional<Monotonicity> ofOperands(Instruction &operation) {
    const bool isDifference = match(&operation, m_Sub(m_Value(), m_Value()));
    if (!isDifference && !isMonotone(operation))
      return std::nullopt;
    std::optional<Monotonicity> growth;
    for (Use &operand : operation.operands()) {
      if (isUniform(*operand, uniformity_))
        continue;
      const std::optional<Monotonicity> other =
          isDifference && operand.getOperandNo() == 1 ? std::nullopt : monotonicityOf(*operand.get());
      if (!other)
        return std::nullopt;
      growth = growth ? Monotonicity{.span = SaturatingAdd(growth->span, other->span),
                                     .asSigned = growth->asSigned && other->asSigned,
                                     .asUnsigned = growth->asUnsigned && other->asUnsigned}
                      : *other;
    }
    return growth;
  }

  /// The growth of the result of `operation`, whose operands together have `growth`.
  std::optional<Monotonicity> afterOperation(Instruction &operation, Monotonicity growth) {
    growth.span = SaturatingMultiply(growth.span, factorOf(operation));
    if (const auto *flags = dyn_cast<OverflowingBinaryOperator>(&operation)) {
      growth.asSigned &= flags->hasNoSignedWrap();
      growth.asUnsigned &= flags->hasNoUnsignedWrap();
      return growth;
    }
    const bool isMask = operation.getOpcode() == Instruction::And; // keeps the lowest bits and clears the others
    if (isMask || isa<TruncInst>(operation))
      growth.asSigned = growth.asUnsigned = false;
    if (!isMask && !isa<ZExtInst, SExtInst>(operation))
      return growth;
    const bool asSigned = isa<SExtInst>(operation);
    auto &extended = *cast<Instruction>(isMask ? &operation : operation.getOperand(0));
    if (!grows(growth, extended, asSigned))
      return std::nullopt;
    growth.asSigned = true;
    growth.asUnsigned = !asSigned;
    return growth;
  }

  /// Whether `step` grows as a signed or unsigned number in every group in which it doesn't wrap. If it may wrap, adds
  /// it to `mayWrap`, so that the test of a group checks that it doesn't.
  bool grows(const Monotonicity &growth, Instruction &step, bool asSigned) {
    if (asSigned ? growth.asSigned : growth.asUnsigned)
      return true;
    const unsigned left = lowBitsKeptBy(step);
    const unsigned bits = left != 0 ? left : step.getType()->getScalarSizeInBits();
    if (bits < 64 ? growth.span >> bits != 0 : growth.span == UINT64_MAX)
      return false; // it could wrap and get beyond its first value again
    read_.mayWrap.push_back({&step, asSigned});
    return true;
  }

  const WorkItemUniformity &uniformity_;
  MonotoneValue read_;
  unsigned visits_ = 0;
};

/// The comparison that is true exactly if `condition` has the value `wanted`. Nothing if the values of a group's first
/// and last work-item don't decide the comparison for the whole group.
std::optional<BoundsGuard::Comparison> readComparison(ICmpInst &condition, bool wanted,
                                                      const WorkItemUniformity &uniformity) {
  CmpInst::Predicate predicate = condition.getPredicate();
  Value *left = condition.getOperand(0);
  Value *right = condition.getOperand(1);
  if (isUniform(*left, uniformity)) {
    predicate = CmpInst::getSwappedPredicate(predicate);
    std::swap(left, right);
  }
  if (!wanted)
    predicate = CmpInst::getInversePredicate(predicate);
  if (!isUniform(*right, uniformity) || predicate == CmpInst::ICMP_EQ)
    return std::nullopt;
  const bool asSigned = CmpInst::isSigned(predicate) || predicate == CmpInst::ICMP_NE;
  std::optional<MonotoneValue> growing = MonotoneValueReader(uniformity).read(*left, asSigned);
  if (!growing)
    return std::nullopt;
  return BoundsGuard::Comparison{predicate, std::move(*growing), right};
}

/// Creates an i1: whether `comparison` holds for all work-items of the group.
Value *createComparison(IRBuilder<> &builder, const BoundsGuard::Comparison &comparison,
                        const MonotoneValue::Ids &lastIds) {
  const MonotoneValue &growing = comparison.left;
  MonotoneValue::Ids firstIds;
  firstIds.fill(builder.getInt32(0));
  const CmpInst::Predicate predicate = comparison.predicate;
  const bool isUnequal = predicate == CmpInst::ICMP_NE;
  const bool testsLastId = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  const bool needsBoth = isUnequal || !growing.mayWrap.empty();
  MonotoneValue::Values first, last;
  if (needsBoth || !testsLastId)
    first = growing.createAt(builder, firstIds);
  if (needsBoth || testsLastId)
    last = growing.createAt(builder, lastIds);
  const auto compare = [&](CmpInst::Predicate how, const MonotoneValue::Values &values) {
    return builder.CreateICmp(how, values.at(&growing.value()), comparison.right);
  };
  Value *holds = isUnequal ? builder.CreateOr(compare(CmpInst::ICMP_SGT, first), compare(CmpInst::ICMP_SLT, last))
                           : compare(predicate, testsLastId ? last : first);
  for (const MonotoneValue::MayWrap &wraps : growing.mayWrap)
    holds = builder.CreateAnd(builder.CreateICmp(wraps.asSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE,
                                                 first.at(wraps.step), last.at(wraps.step)),
                              holds);
  return holds;
}

} // namespace

MonotoneValue::Values MonotoneValue::createAt(IRBuilder<> &builder, const Ids &ids) const {
  Values made;
  for (Instruction *step : steps) {
    if (const auto *call = dyn_cast<CallInst>(step)) {
      made[step] = ids[static_cast<unsigned>(localIdDimension(call->getCalledFunction()))];
      continue;
    }
    Instruction *copy = step->clone();
    for (Use &operand : copy->operands())
      if (Value *of = made.lookup(operand))
        operand = of;
    made[step] = builder.Insert(copy);
  }
  return made;
}

std::optional<BoundsGuard> BoundsGuard::read(Value &condition, bool wanted, const WorkItemUniformity &uniformity) {
  BoundsGuard guard;
  const bool isRead = guard.collect(condition, wanted, uniformity) &&
                      any_of(guard.conditions_, [](const Condition &term) { return term.comparison.has_value(); });
  return isRead ? std::optional(std::move(guard)) : std::nullopt;
}

bool BoundsGuard::collect(Value &condition, bool wanted, const WorkItemUniformity &uniformity) {
  if (conditions_.size() == SearchLimits::conditionTerms)
    return false;
  Value *left = nullptr;
  Value *right = nullptr;
  if (match(&condition, m_Not(m_Value(left))))
    return collect(*left, !wanted, uniformity);
  if (wanted ? match(&condition, m_LogicalAnd(m_Value(left), m_Value(right)))
             : match(&condition, m_LogicalOr(m_Value(left), m_Value(right))))
    return collect(*left, wanted, uniformity) && collect(*right, wanted, uniformity);
  Condition term{&condition, wanted, std::nullopt};
  if (!isUniform(condition, uniformity)) {
    auto *comparison = dyn_cast<ICmpInst>(&condition);
    term.comparison = comparison ? readComparison(*comparison, wanted, uniformity) : std::nullopt;
    if (!term.comparison)
      return false;
  }
  conditions_.push_back(std::move(term));
  return true;
}

bool BoundsGuard::Comparison::isGroupUniform() const {
  return isa<Constant>(right) && all_of(left.steps, [this](const Instruction *step) {
           return isa<CallInst>(step) || all_of(step->operands(), [this](const Value *operand) {
                    return isa<Constant>(operand) || is_contained(left.steps, operand);
                  });
         });
}

BoundsGuard BoundsGuard::fromConditions(SmallVector<Condition, 4> terms) {
  BoundsGuard guard;
  guard.conditions_ = std::move(terms);
  return guard;
}

bool BoundsGuard::dependsOnDimension(unsigned dimension) const {
  return any_of(conditions_, [dimension](const Condition &term) {
    return term.comparison && term.comparison->left.dimensions[dimension];
  });
}

bool BoundsGuard::matchesCondition(const Value &value, const Condition &term) {
  const auto *one = dyn_cast<ICmpInst>(&value);
  const auto *other = dyn_cast<ICmpInst>(term.value);
  return &value == term.value || (one && other && one->isIdenticalTo(other));
}

Value *BoundsGuard::createCondition(IRBuilder<> &builder, const Condition &term, const MonotoneValue::Ids &lastIds) {
  if (term.comparison)
    return createComparison(builder, *term.comparison, lastIds);
  return term.isTrue ? term.value : builder.CreateNot(term.value);
}

Value *BoundsGuard::createTest(IRBuilder<> &builder, const MonotoneValue::Ids &lastIds) const {
  Value *test = nullptr;
  for (const Condition &term : conditions_) {
    Value *holds = createCondition(builder, term, lastIds);
    // A later term may be poison if an earlier term is false.
    test = test ? builder.CreateLogicalAnd(test, holds) : holds;
  }
  return test;
}

Value *BoundsGuard::createSpeculativeTest(IRBuilder<> &builder, const MonotoneValue::Ids &lastIds) const {
  Value *test = nullptr;
  for (const Condition &term : conditions_) {
    Value *holds = builder.CreateFreeze(createCondition(builder, term, lastIds));
    test = test ? builder.CreateAnd(test, holds) : holds;
  }
  return test;
}

MonotoneValue::Ids lastIdsOf(Function &kernel, IRBuilder<> &builder) {
  const std::array<uint64_t, 3> sizes = knownIdSizes(kernel);
  MonotoneValue::Ids last;
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    last[dimension] =
        sizes[0] != 0
            ? builder.getInt32(static_cast<uint32_t>(sizes[dimension] - 1))
            : builder.CreateSub(builder.CreateTrunc(loadNumLocalIds(builder, kernel, dimension), builder.getInt32Ty()),
                                builder.getInt32(1), "last.id");
  return last;
}

} // namespace weft::compiler
