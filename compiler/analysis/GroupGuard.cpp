// Conditions on ids that a group's first or last work-item can answer for all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/GroupGuard.h"

#include <algorithm>
#include <utility>

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include "analysis/LocalIdExpression.h"
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

/// How many lowest bits `operation` leaves of its first operand, the others being gone or zero; 0: it does something
/// else.
unsigned bitsLeftBy(const Instruction &operation) {
  const APInt *mask = nullptr;
  if (match(&operation, m_Trunc(m_Value())))
    return operation.getType()->getScalarSizeInBits();
  return match(&operation, m_And(m_Value(), m_LowBitMask(mask))) ? mask->getActiveBits() : 0;
}

/// The operand that `operation` grows with if it grows, or nothing for operations that need not keep an order.
std::optional<unsigned> growingOperand(const Instruction &operation, const WorkItemUniformity &uniformity) {
  const APInt *factor = nullptr;
  if (match(&operation, m_ZExt(m_Value())) || match(&operation, m_SExt(m_Value())) || bitsLeftBy(operation) != 0)
    return 0;
  if (match(&operation, m_Mul(m_Value(), m_APInt(factor))))
    return factor->isStrictlyPositive() ? std::optional(0U) : std::nullopt;
  if (match(&operation, m_Shl(m_Value(), m_APInt(factor))))
    return factor->ult(factor->getBitWidth() - 1) ? std::optional(0U) : std::nullopt;
  const bool isSum =
      match(&operation, m_Add(m_Value(), m_Value())) || match(&operation, m_DisjointOr(m_Value(), m_Value()));
  if (!isSum && !match(&operation, m_Sub(m_Value(), m_Value())))
    return std::nullopt;
  if (isUniform(*operation.getOperand(1), uniformity))
    return 0;
  return isSum && isUniform(*operation.getOperand(0), uniformity) ? std::optional(1U) : std::nullopt;
}

/// By which number `operation` multiplies the id, if it does.
APInt factorOf(const Instruction &operation) {
  const unsigned bits = operation.getType()->getScalarSizeInBits();
  const APInt *factor = nullptr;
  if (match(&operation, m_Mul(m_Value(), m_APInt(factor))))
    return *factor;
  return match(&operation, m_Shl(m_Value(), m_APInt(factor))) ? APInt(bits, 1).shl(*factor) : APInt(bits, 1);
}

/// Whether what the first and the last work-item of a group differ in fits `bits`, if ids are multiplied by `factor`.
bool fits(const APInt &factor, unsigned bits) {
  constexpr unsigned bitsOfLocalId = 16;
  return factor.getActiveBits() + bitsOfLocalId <= bits;
}

/// As which kinds of number `value` still grows behind `operation`, to which it has been multiplied by `factor`.
void apply(const Instruction &operation, const APInt &factor, GrowingValue &value) {
  if (const auto *flags = dyn_cast<OverflowingBinaryOperator>(&operation)) {
    const bool isSum = operation.getOpcode() == Instruction::Add || operation.getOpcode() == Instruction::Sub;
    value.asSigned &= flags->hasNoSignedWrap();
    value.asUnsigned &= flags->hasNoUnsignedWrap() || isSum;
    value.mayWrap |= !flags->hasNoUnsignedWrap();
  } else if (isa<ZExtInst>(operation)) {
    value.asSigned = value.asUnsigned && !value.mayWrap;
  } else if (isa<SExtInst>(operation)) {
    value.asUnsigned = false;
  } else if (const unsigned bits = bitsLeftBy(operation)) {
    value.asSigned = false;
    value.asUnsigned &= fits(factor, bits);
    value.mayWrap = true;
  }
}

std::optional<GrowingValue> readGrowing(Value &value, const WorkItemUniformity &uniformity) {
  GrowingValue growing;
  Value *at = &value;
  while (growing.steps.size() < WalkLimits::localIndexDepth) {
    auto *instruction = dyn_cast<Instruction>(at);
    if (!instruction)
      return std::nullopt;
    if (const auto *call = dyn_cast<CallInst>(instruction)) {
      const int dimension = localIdDimension(call->getCalledFunction());
      if (dimension < 0)
        return std::nullopt;
      growing.dimension = static_cast<unsigned>(dimension);
      std::ranges::reverse(growing.steps);
      APInt factor(64, 1);
      for (const GrowingValue::Step &step : growing.steps) {
        const unsigned bits = std::max(step.operation->getType()->getScalarSizeInBits(), factor.getBitWidth());
        factor = factor.zext(bits).umul_sat(factorOf(*step.operation).zext(bits));
        apply(*step.operation, factor, growing);
      }
      return growing;
    }
    const std::optional<unsigned> operand = growingOperand(*instruction, uniformity);
    if (!operand)
      return std::nullopt;
    growing.steps.push_back({instruction, *operand});
    at = instruction->getOperand(*operand);
  }
  return std::nullopt;
}

/// The comparison that holds where `condition` is as wanted, if the first and the last work-item can answer it.
std::optional<GroupGuard::Comparison> readComparison(ICmpInst &condition, bool wanted,
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
  std::optional<GrowingValue> growing = readGrowing(*left, uniformity);
  const bool needsSign = CmpInst::isSigned(predicate) || predicate == CmpInst::ICMP_NE;
  if (!growing || !(needsSign ? growing->asSigned : growing->asUnsigned))
    return std::nullopt;
  return GroupGuard::Comparison{predicate, std::move(*growing), right};
}

/// That it holds for all of the group.
Value *createComparison(IRBuilder<> &builder, const GroupGuard::Comparison &comparison, Value &lastId) {
  const auto compare = [&](CmpInst::Predicate predicate, Value &id) {
    return builder.CreateICmp(predicate, comparison.left.createAt(builder, id), comparison.right);
  };
  Value &firstId = *builder.getInt32(0);
  if (comparison.predicate == CmpInst::ICMP_NE)
    return builder.CreateOr(compare(CmpInst::ICMP_SGT, firstId), compare(CmpInst::ICMP_SLT, lastId));
  const bool asksForLast = ICmpInst::isLT(comparison.predicate) || ICmpInst::isLE(comparison.predicate);
  Value *holds = compare(comparison.predicate, asksForLast ? lastId : firstId);
  if (CmpInst::isSigned(comparison.predicate) || !comparison.left.mayWrap)
    return holds;
  Value *grows =
      builder.CreateICmpULE(comparison.left.createAt(builder, firstId), comparison.left.createAt(builder, lastId));
  return builder.CreateAnd(grows, holds);
}

} // namespace

Value *GrowingValue::createAt(IRBuilder<> &builder, Value &id) const {
  Value *value = &id;
  for (const Step &step : steps) {
    Instruction *copy = step.operation->clone();
    copy->setOperand(step.operand, value);
    value = builder.Insert(copy);
  }
  return value;
}

std::optional<GroupGuard> GroupGuard::read(Value &condition, bool wanted, const WorkItemUniformity &uniformity) {
  GroupGuard guard;
  const bool isRead = guard.collect(condition, wanted, uniformity) &&
                      any_of(guard.parts_, [](const Part &part) { return part.comparison.has_value(); });
  return isRead ? std::optional(std::move(guard)) : std::nullopt;
}

bool GroupGuard::collect(Value &condition, bool wanted, const WorkItemUniformity &uniformity) {
  if (parts_.size() == WalkLimits::conditionParts)
    return false;
  Value *left = nullptr;
  Value *right = nullptr;
  if (match(&condition, m_Not(m_Value(left))))
    return collect(*left, !wanted, uniformity);
  if (wanted ? match(&condition, m_LogicalAnd(m_Value(left), m_Value(right)))
             : match(&condition, m_LogicalOr(m_Value(left), m_Value(right))))
    return collect(*left, wanted, uniformity) && collect(*right, wanted, uniformity);
  Part part{&condition, wanted, std::nullopt};
  if (!isUniform(condition, uniformity)) {
    auto *comparison = dyn_cast<ICmpInst>(&condition);
    part.comparison = comparison ? readComparison(*comparison, wanted, uniformity) : std::nullopt;
    if (!part.comparison)
      return false;
  }
  parts_.push_back(std::move(part));
  return true;
}

bool GroupGuard::asksFor(unsigned dimension) const {
  return any_of(parts_, [dimension](const Part &part) {
    return part.comparison && part.comparison->left.dimension == dimension;
  });
}

Value *GroupGuard::createTest(IRBuilder<> &builder, const LastIds &lastIds) const {
  Value *test = nullptr;
  for (const Part &part : parts_) {
    Value *holds = nullptr;
    if (part.comparison)
      holds = createComparison(builder, *part.comparison, *lastIds[part.comparison->left.dimension]);
    else
      holds = part.isTrue ? part.value : builder.CreateNot(part.value);
    // A later part may be poison where an earlier one ends the question.
    test = test ? builder.CreateLogicalAnd(test, holds) : holds;
  }
  return test;
}

GroupGuard::LastIds lastIdsOf(Function &kernel, IRBuilder<> &builder) {
  const std::array<uint64_t, 3> sizes = knownIdSizes(kernel);
  GroupGuard::LastIds last;
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    last[dimension] =
        sizes[0] != 0
            ? builder.getInt32(static_cast<uint32_t>(sizes[dimension] - 1))
            : builder.CreateSub(builder.CreateTrunc(loadNumLocalIds(builder, kernel, dimension), builder.getInt32Ty()),
                                builder.getInt32(1), "last.id");
  return last;
}

} // namespace weft::compiler
