// Divides vectors of integers as vectors of floating-point numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/LowerVectorDivisionPass.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The bits that the values of `operand` need at most, their sign among them in a signed division.
unsigned bitsOf(const Value *operand, bool isSigned, const DataLayout &layout) {
  if (!isSigned)
    return computeKnownBits(operand, layout).countMaxActiveBits();
  return operand->getType()->getScalarSizeInBits() - ComputeNumSignBits(operand, layout) + 1;
}

bool isSigned(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

/// What `division` gives if its operands are numbers of at most `bits` bits, 32 or less, and so is the quotient.
Value *divideReal(IRBuilder<> &builder, const BinaryOperator &division, unsigned bits, bool withSign) {
  Value *dividend = division.getOperand(0);
  Value *divisor = division.getOperand(1);
  Type *type = division.getType();
  Type *cutType = type->getScalarSizeInBits() > 32 ? type->getWithNewBitWidth(32) : type;
  Type *real = type->getWithNewType(bits > 16 ? builder.getDoubleTy() : builder.getFloatTy());
  const auto asReal = [&](Value *operand) {
    Value *cut = builder.CreateTrunc(operand, cutType);
    return withSign ? builder.CreateSIToFP(cut, real) : builder.CreateUIToFP(cut, real);
  };
  Value *exact = builder.CreateFDiv(asReal(dividend), asReal(divisor));
  Value *cut = withSign ? builder.CreateFPToSI(exact, cutType) : builder.CreateFPToUI(exact, cutType);
  Value *quotient = withSign ? builder.CreateSExt(cut, type) : builder.CreateZExt(cut, type);
  if (division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv)
    return quotient;
  return builder.CreateSub(dividend, builder.CreateMul(quotient, divisor));
}

/// Asks at run time whether no operand is negative or needs more than 32 bits.
void lowerIfShort(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Type *type = division.getType();
  // Lanes that don't run may have poison, which no branch may depend on.
  Value *bits = builder.CreateFreeze(builder.CreateOr(division.getOperand(0), division.getOperand(1)));
  Value *isLong = builder.CreateICmpUGT(bits, ConstantInt::get(type, UINT32_MAX));
  Value *lanes = builder.CreateBitCast(isLong, builder.getIntNTy(cast<FixedVectorType>(type)->getNumElements()));
  Instruction *whenShort, *whenLong;
  SplitBlockAndInsertIfThenElse(builder.CreateIsNull(lanes), division.getIterator(), &whenShort, &whenLong);

  builder.SetInsertPoint(whenShort);
  Value *fast = divideReal(builder, division, 32, /*withSign=*/false);
  builder.SetInsertPoint(&division);
  PHINode *result = builder.CreatePHI(type, 2);
  division.replaceAllUsesWith(result);
  result->takeName(&division);
  division.moveBefore(whenLong->getIterator());
  result->addIncoming(fast, whenShort->getParent());
  result->addIncoming(&division, whenLong->getParent());
}

bool lower(BinaryOperator &division) {
  if (!isa<FixedVectorType>(division.getType()) || isa<Constant>(division.getOperand(1)))
    return false;
  const unsigned width = division.getType()->getScalarSizeInBits();
  const bool withSign = isSigned(division);
  const DataLayout &layout = division.getDataLayout();
  const unsigned bits =
      std::max(bitsOf(division.getOperand(0), withSign, layout), bitsOf(division.getOperand(1), withSign, layout));
  // Of longs, the least number divided by -1 needs a bit more than they do.
  if (bits <= (width > 32 && withSign ? 31 : 32)) {
    IRBuilder<> builder(&division);
    Value *result = divideReal(builder, division, bits, withSign);
    result->takeName(&division);
    division.replaceAllUsesWith(result);
    division.eraseFromParent();
  } else if (width == 64) {
    lowerIfShort(division);
  } else {
    return false;
  }
  return true;
}

} // namespace

PreservedAnalyses LowerVectorDivisionPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<BinaryOperator *> divisions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (instruction.isIntDivRem())
        divisions.push_back(cast<BinaryOperator>(&instruction));
  bool changed = false;
  for (BinaryOperator *division : divisions)
    changed |= lower(*division);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
