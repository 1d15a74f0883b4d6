// Combines the atomic updates that the lanes of a packet make to one address into a single update.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketUpdates.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "schedule/PacketLegality.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the operand with which an update changes nothing.
APInt neutralOperand(AtomicRMWInst::BinOp operation, unsigned bits) {
  switch (operation) {
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return APInt::getMaxValue(bits);
  case AtomicRMWInst::Max:
    return APInt::getSignedMinValue(bits);
  case AtomicRMWInst::Min:
    return APInt::getSignedMaxValue(bits);
  default:
    return APInt::getZero(bits);
  }
}

/// Returns one operand that has the effect of all `operands`. The operand of a subtraction is their sum.
Value *reduce(IRBuilderBase &builder, AtomicRMWInst::BinOp operation, Value *operands) {
  switch (operation) {
  case AtomicRMWInst::And:
    return builder.CreateAndReduce(operands);
  case AtomicRMWInst::Or:
    return builder.CreateOrReduce(operands);
  case AtomicRMWInst::Xor:
    return builder.CreateXorReduce(operands);
  case AtomicRMWInst::Max:
  case AtomicRMWInst::UMax:
    return builder.CreateIntMaxReduce(operands, operation == AtomicRMWInst::Max);
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMin:
    return builder.CreateIntMinReduce(operands, operation == AtomicRMWInst::Min);
  default:
    return builder.CreateAddReduce(operands);
  }
}

/// Returns for each lane how many active lanes come before it. `bits` has the mask of the active lanes.
Value *activeLanesBefore(IRBuilderBase &builder, Value *bits, unsigned width, Type *type) {
  SmallVector<Constant *> before;
  for (unsigned lane = 0; lane < width; ++lane)
    before.push_back(ConstantInt::get(bits->getContext(), APInt::getLowBitsSet(width, lane)));
  Value *ahead = builder.CreateAnd(builder.CreateVectorSplat(width, bits), ConstantVector::get(before));
  return builder.CreateZExtOrTrunc(builder.CreateUnaryIntrinsic(Intrinsic::ctpop, ahead), type);
}

} // namespace

Value *combineLanes(IRBuilderBase &builder, const AtomicRMWInst &update, Value *operands, Value *mask) {
  auto *type = cast<FixedVectorType>(operands->getType());
  const unsigned width = type->getNumElements();
  Type *element = type->getElementType();
  Value *bits = builder.CreateBitCast(mask, builder.getIntNTy(width));
  Value *same = getSplatValue(operands);
  Value *total = nullptr;
  if (same && isSumUpdate(update)) {
    Value *count = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits);
    total = builder.CreateMul(same, builder.CreateZExtOrTrunc(count, element));
  } else {
    const APInt neutral = neutralOperand(update.getOperation(), element->getIntegerBitWidth());
    total =
        reduce(builder, update.getOperation(), builder.CreateSelect(mask, operands, ConstantInt::get(type, neutral)));
  }
  Instruction *one = update.clone();
  one->setOperand(1, total);
  builder.Insert(one, update.getName() + ".all");
  if (update.use_empty())
    return nullptr;
  Value *old = builder.CreateVectorSplat(width, one);
  Value *added = builder.CreateMul(operands, activeLanesBefore(builder, bits, width, type));
  return update.getOperation() == AtomicRMWInst::Add ? builder.CreateAdd(old, added) : builder.CreateSub(old, added);
}

} // namespace weft::compiler
