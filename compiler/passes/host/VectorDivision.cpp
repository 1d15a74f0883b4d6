// Divides vectors of integers as vectors of floating-point numbers, which CPUs can divide as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/LowerVectorOperationsPass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// The most bits that a value of `operand` needs. In a signed division, the sign bit counts.
unsigned bitsOf(const Value *operand, bool isSigned, const DataLayout &layout) {
  if (!isSigned)
    return computeKnownBits(operand, layout).countMaxActiveBits();
  return operand->getType()->getScalarSizeInBits() - ComputeNumSignBits(operand, layout) + 1;
}

bool isSigned(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

Value *toReal(IRBuilder<> &builder, Value *operand, Type *cutType, Type *real, bool withSign) {
  Value *cut = builder.CreateTrunc(operand, cutType);
  return withSign ? builder.CreateSIToFP(cut, real) : builder.CreateUIToFP(cut, real);
}

/// The divisor that all lanes share, except for lanes that are divided by 1: lanes whose division would trap
/// (guard-arithmetic), and lanes that don't run (packetise).
struct UniformDivisor {
  Value *number = nullptr; ///< null if lanes may have different divisors
  /// Pairs of a condition and a value. A lane is divided by 1 if the condition of one of the pairs has the value of the
  /// pair.
  SmallVector<std::pair<Value *, bool>, 2> exceptions;
  bool mayBePoison = false; ///< whether `number` or a condition may be poison while the divisor isn't

  explicit UniformDivisor(Value &divisor);
};

UniformDivisor::UniformDivisor(Value &divisor) {
  Value *rest = &divisor;
  for (bool isMore = true; isMore;) {
    Value *condition = nullptr, *first = nullptr, *second = nullptr;
    isMore = false;
    if (match(rest, m_Freeze(m_Value(first)))) {
      rest = first;
      isMore = mayBePoison = true;
    } else if (match(rest, m_Select(m_Value(condition), m_Value(first), m_Value(second))) &&
               condition->getType()->isVectorTy() && (match(first, m_One()) || match(second, m_One()))) {
      const bool isFirst = match(first, m_One());
      exceptions.push_back({condition, isFirst});
      rest = isFirst ? second : first;
      isMore = true;
    }
  }
  number = getSplatValue(rest);
}

/// Lowers the divisions of one function.
class DivisionLowering {
public:
  explicit DivisionLowering(Function &function) : trees_(function), loops_(trees_) {}

  bool lower(BinaryOperator &division);

private:
  Value *divideReal(BinaryOperator &division, Instruction &before, unsigned bits, bool withSign);
  Value *reciprocal(Value *divisor, Instruction &before, Type *cutType, Type *real, bool withSign);
  Instruction &findHoistPoint(const Value *divisor, Instruction &before) const;
  void lowerWithRangeTest(BinaryOperator &division);

  DominatorTree trees_;
  LoopInfo loops_;
  /// The reciprocals that have been computed, by divisor and by whether the divisor is signed.
  SmallMapVector<PointerIntPair<Value *, 1, bool>, SmallVector<Instruction *, 1>, 4> reciprocals_;
};

/// Returns the position before the outermost loop around `before` in which `divisor` is invariant; `before` itself if
/// there is no such loop.
Instruction &DivisionLowering::findHoistPoint(const Value *divisor, Instruction &before) const {
  Instruction *first = &before;
  for (const Loop *loop = loops_.getLoopFor(before.getParent()); loop && loop->isLoopInvariant(divisor);
       loop = loop->getParentLoop())
    if (BasicBlock *preheader = loop->getLoopPreheader())
      first = preheader->getTerminator();
  return *first;
}

/// Computes a little more than 1 / `divisor`, in front of the loops in which the divisor is invariant.
Value *DivisionLowering::reciprocal(Value *divisor, Instruction &before, Type *cutType, Type *real, bool withSign) {
  // The reciprocal is made too large by a factor. This excess is more than two roundings can take away, and less than
  // the distance from a quotient to the next integer.
  Constant *one = ConstantFP::get(real, 1 + (real->isFloatTy() ? 0x1p-19 : 0x1p-40));
  SmallVector<Instruction *, 1> &known = reciprocals_[{divisor, withSign}];
  for (Instruction *other : known)
    if (other->getOperand(0) == one && trees_.dominates(other, &before))
      return other;
  IRBuilder<> builder(&findHoistPoint(divisor, before));
  Value *quotient = builder.CreateFDiv(one, toReal(builder, divisor, cutType, real, withSign));
  if (auto *instruction = dyn_cast<Instruction>(quotient))
    known.push_back(instruction);
  return quotient;
}

/// Computes the result of `division` by way of floating-point numbers. The operands and the quotient must have at most
/// `bits` bits, which must be 32 or less.
Value *DivisionLowering::divideReal(BinaryOperator &division, Instruction &before, unsigned bits, bool withSign) {
  IRBuilder<> builder(&before);
  Value *dividend = division.getOperand(0);
  Value *divisor = division.getOperand(1);
  Type *type = division.getType();
  Type *cutType = type->getScalarSizeInBits() > 32 ? type->getWithNewBitWidth(32) : type;
  Type *real = type->getWithNewType(bits > 16 ? builder.getDoubleTy() : builder.getFloatTy());
  const bool isQuotient = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
  const auto result = [&](Value *exact, Value *divided) {
    Value *cut = withSign ? builder.CreateFPToSI(exact, cutType) : builder.CreateFPToUI(exact, cutType);
    Value *quotient = withSign ? builder.CreateSExt(cut, type) : builder.CreateZExt(cut, type);
    return isQuotient ? quotient : builder.CreateSub(dividend, builder.CreateMul(quotient, divided));
  };
  Value *number = toReal(builder, dividend, cutType, real, withSign);
  const UniformDivisor shared(*divisor);
  if (!shared.number)
    return result(builder.CreateFDiv(number, toReal(builder, divisor, cutType, real, withSign)), divisor);

  const ElementCount lanes = cast<VectorType>(type)->getElementCount();
  Value *factor = reciprocal(shared.number, before, cutType->getScalarType(), real->getScalarType(), withSign);
  Value *found = result(builder.CreateFMul(number, builder.CreateVectorSplat(lanes, factor)),
                        builder.CreateVectorSplat(lanes, shared.number));
  Value *byOne = isQuotient ? dividend : Constant::getNullValue(type);
  for (const auto &[condition, isOne] : shared.exceptions)
    found = isOne ? builder.CreateSelect(condition, byOne, found) : builder.CreateSelect(condition, found, byOne);
  return shared.mayBePoison ? builder.CreateFreeze(found) : found;
}

/// Makes code that tests the operands at run time. If no element is negative or needs more than 32 bits, the vectors
/// are divided as floating-point numbers; otherwise the integer division is executed.
void DivisionLowering::lowerWithRangeTest(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Type *type = division.getType();
  // Inactive lanes may be poison, and no branch may depend on poison.
  Value *bits = builder.CreateFreeze(builder.CreateOr(division.getOperand(0), division.getOperand(1)));
  Value *isLong = builder.CreateICmpUGT(bits, ConstantInt::get(type, UINT32_MAX));
  Value *lanes = builder.CreateBitCast(isLong, builder.getIntNTy(cast<FixedVectorType>(type)->getNumElements()));
  DomTreeUpdater updates(trees_, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *whenShort, *whenLong;
  SplitBlockAndInsertIfThenElse(builder.CreateIsNull(lanes), division.getIterator(), &whenShort, &whenLong,
                                /*BranchWeights=*/nullptr, &updates, &loops_);

  Value *fast = divideReal(division, *whenShort, 32, /*withSign=*/false);
  builder.SetInsertPoint(&division);
  PHINode *result = builder.CreatePHI(type, 2);
  division.replaceAllUsesWith(result);
  result->takeName(&division);
  division.moveBefore(whenLong->getIterator());
  result->addIncoming(fast, whenShort->getParent());
  result->addIncoming(&division, whenLong->getParent());
}

bool DivisionLowering::lower(BinaryOperator &division) {
  const unsigned width = division.getType()->getScalarSizeInBits();
  const bool withSign = isSigned(division);
  const DataLayout &layout = division.getDataLayout();
  const unsigned bits =
      std::max(bitsOf(division.getOperand(0), withSign, layout), bitsOf(division.getOperand(1), withSign, layout));
  // A signed division of longs may have operands of 31 bits only: if the least number of 32 bits is divided by -1, the
  // quotient has 33 bits. (Divisions of at most 32 bits have no quotient that overflows.)
  if (bits <= (width > 32 && withSign ? 31U : 32U)) {
    // CPUs convert signed integers to floating point faster than unsigned ones.
    Value *result = divideReal(division, division, bits, withSign || bits < std::min(width, 32U));
    result->takeName(&division);
    division.replaceAllUsesWith(result);
    division.eraseFromParent();
  } else if (width == 64) {
    lowerWithRangeTest(division);
  } else {
    return false;
  }
  return true;
}

} // namespace

void lowerVectorDivisions(Module &module) {
  for (Function &function : module) {
    SmallVector<BinaryOperator *> divisions;
    for (Instruction &instruction : instructions(function))
      if (instruction.isIntDivRem() && isa<FixedVectorType>(instruction.getType()) &&
          !isa<Constant>(instruction.getOperand(1)))
        divisions.push_back(cast<BinaryOperator>(&instruction));
    if (divisions.empty())
      continue;
    DivisionLowering lowering(function);
    for (BinaryOperator *division : divisions)
      lowering.lower(*division);
  }
}

} // namespace weft::compiler
