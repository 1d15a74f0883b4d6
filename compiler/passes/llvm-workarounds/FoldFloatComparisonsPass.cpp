// Folds comparisons of floating-point numbers whose bounds are known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm-workarounds/FoldFloatComparisonsPass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/ConstantFPRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The most operations that the pass follows from a compared number back to an integer. An angle takes three or four.
constexpr unsigned mostSteps = 12;

/// The ranges of floating-point values; the range of each value is computed once.
class FloatRanges {
public:
  explicit FloatRanges(const DataLayout &layout) : layout_(layout) {}

  /// The range of `value`; of all its elements if it is a vector.
  ConstantFPRange of(const Value &value) { return of(value, 0); }

private:
  static const fltSemantics &kindOf(const Value &value) { return value.getType()->getScalarType()->getFltSemantics(); }
  static ConstantFPRange any(const Value &value) { return ConstantFPRange::getFull(kindOf(value)); }

  ConstantFPRange of(const Value &value, unsigned depth) {
    if (const auto *constant = dyn_cast<Constant>(&value))
      return ofConstant(*constant);
    if (const auto known = ranges_.find(&value); known != ranges_.end())
      return known->second;
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || depth == mostSteps)
      return any(value);
    ConstantFPRange range = ofInstruction(*instruction, depth + 1);
    ranges_.try_emplace(&value, range);
    return range;
  }

  static ConstantFPRange ofConstant(const Constant &constant) {
    const auto *vector = dyn_cast<FixedVectorType>(constant.getType());
    ConstantFPRange range = ConstantFPRange::getEmpty(kindOf(constant));
    for (unsigned element = 0; element < (vector ? vector->getNumElements() : 1); ++element) {
      const auto *number = dyn_cast_or_null<ConstantFP>(vector ? constant.getAggregateElement(element) : &constant);
      if (!number)
        return any(constant);
      range = range.unionWith(ConstantFPRange(number->getValueAPF()));
    }
    return range;
  }

  ConstantFPRange ofInstruction(const Instruction &value, unsigned depth) {
    const auto operand = [&](unsigned number) { return of(*value.getOperand(number), depth); };
    switch (value.getOpcode()) {
    case Instruction::SIToFP:
    case Instruction::UIToFP:
      return ofInteger(cast<CastInst>(value));
    case Instruction::FNeg:
      return operand(0).negate();
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      return operand(0).cast(kindOf(value));
    // LLVM may contract an operation with the next one, and both then round only once. So the range is widened.
    case Instruction::FAdd:
      return widened(operand(0).add(operand(1)));
    case Instruction::FSub:
      return widened(operand(0).sub(operand(1)));
    case Instruction::FMul:
      return widened(operand(0).mul(operand(1)));
    // OpenCL C allows a division an error of 2.5 units in the last place, so the range is widened three times.
    case Instruction::FDiv:
      return widened(widened(widened(operand(0).div(operand(1)))));
    case Instruction::Select:
      return operand(1).unionWith(operand(2));
    case Instruction::Freeze:
      return isGuaranteedNotToBeUndefOrPoison(value.getOperand(0)) ? operand(0) : any(value);
    case Instruction::ShuffleVector:
      if (const Value *same = getSplatValue(&value))
        return of(*same, depth);
      return any(value);
    case Instruction::Call:
      return ofCall(cast<CallInst>(value), depth);
    default:
      return any(value);
    }
  }

  /// The range of the floating-point result of `conversion`. Its bounds are the converted bounds of the integer,
  /// because rounding keeps the order of numbers.
  ConstantFPRange ofInteger(const CastInst &conversion) const {
    const bool isSigned = conversion.getOpcode() == Instruction::SIToFP;
    const ConstantRange range =
        computeConstantRangeIncludingKnownBits(conversion.getOperand(0), isSigned, SimplifyQuery(layout_, &conversion));
    if (range.isEmptySet())
      return any(conversion);
    const auto converted = [&](const APInt &number) {
      APFloat result(kindOf(conversion));
      result.convertFromAPInt(number, isSigned, APFloat::rmNearestTiesToEven);
      return result;
    };
    return ConstantFPRange::getNonNaN(converted(isSigned ? range.getSignedMin() : range.getUnsignedMin()),
                                      converted(isSigned ? range.getSignedMax() : range.getUnsignedMax()));
  }

  ConstantFPRange ofCall(const CallInst &call, unsigned depth) {
    const auto operand = [&](unsigned number) { return of(*call.getArgOperand(number), depth); };
    switch (call.getIntrinsicID()) {
    case Intrinsic::fabs:
      return operand(0).abs();
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
      return widened(operand(0).mul(operand(1)).add(operand(2)));
    default:
      return any(call);
    }
  }

  /// Widens the range by one floating-point number at either end.
  static ConstantFPRange widened(const ConstantFPRange &range) {
    if (range.isEmptySet() || range.isNaNOnly())
      return range;
    APFloat lower = range.getLower(), upper = range.getUpper();
    lower.next(/*nextDown=*/true);
    upper.next(/*nextDown=*/false);
    return {lower, upper, range.containsQNaN(), range.containsSNaN()};
  }

  const DataLayout &layout_;
  DenseMap<const Value *, ConstantFPRange> ranges_;
};

} // namespace

PreservedAnalyses FoldFloatComparisonsPass::run(Function &function, FunctionAnalysisManager &) {
  FloatRanges ranges(function.getDataLayout());
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *comparison = dyn_cast<FCmpInst>(&instruction);
    if (!comparison || comparison->use_empty())
      continue;
    const ConstantFPRange left = ranges.of(*comparison->getOperand(0)), right = ranges.of(*comparison->getOperand(1));
    const bool holds = left.fcmp(comparison->getPredicate(), right);
    if (!holds && !left.fcmp(comparison->getInversePredicate(), right))
      continue;
    comparison->replaceAllUsesWith(ConstantInt::get(comparison->getType(), holds ? 1 : 0));
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
