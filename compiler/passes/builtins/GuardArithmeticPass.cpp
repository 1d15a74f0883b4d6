// Guards integer divisions, so that they have a result even for operands for which the CPU would trap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/GuardArithmeticPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether the divisor is a constant whose lanes are neither 0 nor -1.
bool isNonTrapping(Value *divisor) {
  return PatternMatch::match(
      divisor, PatternMatch::m_CheckedInt([](const APInt &lane) { return !lane.isZero() && !lane.isAllOnes(); }));
}

void guard(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Type *type = division.getType();
  bool isSigned = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  // The operands are frozen, so that an undefined operand has the same value in the test and in the division.
  Value *dividend = isSigned ? builder.CreateFreeze(division.getOperand(0)) : division.getOperand(0);
  Value *divisor = builder.CreateFreeze(division.getOperand(1));
  Value *bad = builder.CreateICmpEQ(divisor, Constant::getNullValue(type));
  if (isSigned) {
    auto lowest = APInt::getSignedMinValue(type->getScalarSizeInBits());
    Value *minusOne = builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
    Value *isLowest = builder.CreateICmpEQ(dividend, ConstantInt::get(type, lowest));
    bad = builder.CreateOr(bad, builder.CreateAnd(minusOne, isLowest));
    division.setOperand(0, dividend);
  }
  division.setOperand(1, builder.CreateSelect(bad, ConstantInt::get(type, 1), divisor));
}

} // namespace

PreservedAnalyses GuardArithmeticPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<BinaryOperator *> divisions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *binary = dyn_cast<BinaryOperator>(&instruction); binary && binary->isIntDivRem())
        if (!isNonTrapping(binary->getOperand(1)))
          divisions.push_back(binary);
  for (BinaryOperator *division : divisions)
    guard(*division);
  return divisions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
