// The lanes of a packet's values: one vector for each value that differs between lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/WidenedValues.h"

#include <optional>

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"

#include "analysis/InstructionKinds.h"
#include "analysis/PacketShapes.h"

using namespace llvm;

namespace weft::compiler {

VectorType *WidenedValues::laneType(Type *type) const { return FixedVectorType::get(type, width_); }

Value *WidenedValues::lanes(IRBuilder<> &builder, Value *value) const {
  if (Value *known = lanes_.lookup(value))
    return known;
  return builder.CreateVectorSplat(width_, value, value->getName() + ".splat");
}

PacketElements WidenedValues::elements(IRBuilder<> &builder, Value *value) const {
  if (const auto known = elements_.find(value); known != elements_.end())
    return known->second;
  const auto *vector = dyn_cast<FixedVectorType>(value->getType());
  if (!vector)
    return {lanes(builder, value)};
  PacketElements elements;
  for (unsigned number = 0; number < vector->getNumElements(); ++number)
    elements.push_back(builder.CreateVectorSplat(width_, builder.CreateExtractElement(value, number)));
  return elements;
}

Value *WidenedValues::advanceByLanes(IRBuilder<> &builder, Value *value, Value *lane, int64_t step) {
  Type *number = value->getType()->isPointerTy() ? lane->getType() : value->getType();
  Value *steps = builder.CreateMul(builder.CreateZExtOrTrunc(lane, number), ConstantInt::getSigned(number, step));
  return value->getType()->isPointerTy() ? builder.CreateGEP(builder.getInt8Ty(), value, steps)
                                         : builder.CreateAdd(value, steps);
}

Value *WidenedValues::valueInLane(IRBuilder<> &builder, Value *value, Value *lane, const Loads *repeated,
                                  unsigned &budget) const {
  if (shapes_.isUniform(*value))
    return value;
  if (value->getType()->isVectorTy()) {
    Value *vector = PoisonValue::get(value->getType());
    for (auto [number, element] : enumerate(elements(builder, value)))
      vector = builder.CreateInsertElement(vector, builder.CreateExtractElement(element, lane), number);
    return vector;
  }
  const std::optional<int64_t> stride = shapes_.strideOf(*value);
  if (stride && shapes_.isValidFromLaneZero(*value))
    return advanceByLanes(builder, value, lane, *stride);
  auto *instruction = dyn_cast<Instruction>(value);
  const auto isVarying = [&](const Use &operand) {
    return !shapes_.isUniform(*operand) && !(shapes_.strideOf(*operand) && shapes_.isValidFromLaneZero(*operand));
  };
  // If only one operand varies, the instruction is copied for the lane instead of extracting its result. The copy needs
  // one element of that operand's vector, and LLVM can move the extraction out of a loop if the operand doesn't change
  // in it. Operands with a stride need no element.
  const bool isOffset = instruction && isa<GetElementPtrInst, CastInst, BinaryOperator>(instruction) &&
                        !isVectorOperation(*instruction) && !instruction->isIntDivRem() &&
                        count_if(instruction->operands(), isVarying) <= 1;
  const auto *load = dyn_cast<LoadInst>(value);
  const bool isRepeated = load && repeated && repeated->contains(load);
  if (!instruction || !(isRepeated || (isElementwise(*instruction) && (isOffset || stride))) || budget == 0)
    return builder.CreateExtractElement(lanes(builder, value), lane);
  --budget;
  Instruction *copy = instruction->clone();
  Value *place = instruction->getOperand(0);
  if (const auto step = isRepeated ? shapes_.strideOf(*place) : std::nullopt)
    copy->setOperand(0, advanceByLanes(builder, place, lane, *step));
  else
    for (Use &operand : copy->operands())
      operand = valueInLane(builder, operand, lane, repeated, budget);
  return builder.Insert(copy, instruction->getName() + ".lane");
}

/// Computes the stride of a value that is evenly spaced according to PacketShapes. It follows the operations that
/// compute the value, but in 64 bits throughout. If it meets a sign or zero extension, PacketShapes has found that the
/// extended lanes don't wrap as signed or unsigned numbers. So their stride doesn't wrap either.
Value *WidenedValues::strideValueOf(IRBuilder<> &builder, Value *value, bool isUnsigned) const {
  if (const std::optional<int64_t> stride = shapes_.strideOf(*value))
    return builder.getInt64(static_cast<uint64_t>(*stride));
  auto &instruction = cast<Instruction>(*value);
  const auto ofOperand = [&](unsigned number) {
    return strideValueOf(builder, instruction.getOperand(number), isUnsigned);
  };
  const auto uniform = [&](unsigned number) {
    Value *operand = instruction.getOperand(number);
    return isUnsigned ? builder.CreateZExtOrTrunc(operand, builder.getInt64Ty())
                      : builder.CreateSExtOrTrunc(operand, builder.getInt64Ty());
  };
  switch (instruction.getOpcode()) {
  case Instruction::PHI: // all incoming values but undef are one value
    return strideValueOf(builder,
                         *find_if_not(cast<PHINode>(instruction).incoming_values(),
                                      [](const Value *from) { return isa<UndefValue>(from); }),
                         isUnsigned);
  case Instruction::AddrSpaceCast:
  case Instruction::Trunc:
    return ofOperand(0);
  case Instruction::SExt:
    return strideValueOf(builder, instruction.getOperand(0), /*isUnsigned=*/false);
  case Instruction::ZExt:
    return strideValueOf(builder, instruction.getOperand(0), shapes_.isExactUnsigned(*instruction.getOperand(0)));
  case Instruction::Sub:
    return builder.CreateSub(ofOperand(0), ofOperand(1));
  case Instruction::Shl:
    return builder.CreateShl(ofOperand(0), builder.CreateZExtOrTrunc(instruction.getOperand(1), builder.getInt64Ty()));
  case Instruction::Mul:
    return shapes_.isUniform(*instruction.getOperand(1)) ? builder.CreateMul(ofOperand(0), uniform(1))
                                                         : builder.CreateMul(ofOperand(1), uniform(0));
  case Instruction::GetElementPtr: {
    Value *sum = strideValueOf(builder, instruction.getOperand(0));
    for (auto type = gep_type_begin(instruction), end = gep_type_end(instruction); type != end; ++type)
      if (!shapes_.isUniform(*type.getOperand()))
        sum = builder.CreateAdd(
            sum, builder.CreateMul(strideValueOf(builder, type.getOperand()),
                                   builder.getInt64(type.getSequentialElementStride(layout_).getFixedValue())));
    return sum;
  }
  default: // a sum, or an `or` of disjoint bits
    return builder.CreateAdd(ofOperand(0), ofOperand(1));
  }
}

} // namespace weft::compiler
