// The lanes of a packet's values: one vector for each value that differs between them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/WidenedValues.h"

#include <optional>

#include "llvm/IR/Instructions.h"

#include "analysis/PacketShapes.h"
#include "passes/packets/PacketForms.h"

using namespace llvm;

namespace weft::compiler {

VectorType *WidenedValues::laneType(Type *type) const { return FixedVectorType::get(type, width_); }

Value *WidenedValues::lanes(IRBuilder<> &builder, Value *value) const {
  if (Value *known = lanes_.lookup(value))
    return known;
  return builder.CreateVectorSplat(width_, value, value->getName() + ".splat");
}

PacketElements WidenedValues::elements(IRBuilder<> &builder, Value *vector) const {
  if (const auto known = elements_.find(vector); known != elements_.end())
    return known->second;
  PacketElements elements;
  for (unsigned number = 0; number < cast<FixedVectorType>(vector->getType())->getNumElements(); ++number)
    elements.push_back(builder.CreateVectorSplat(width_, builder.CreateExtractElement(vector, number)));
  return elements;
}

Value *WidenedValues::addSteps(IRBuilder<> &builder, Value *value, Value *lane, int64_t step) {
  Type *number = value->getType()->isPointerTy() ? lane->getType() : value->getType();
  Value *steps = builder.CreateMul(builder.CreateZExtOrTrunc(lane, number), ConstantInt::getSigned(number, step));
  return value->getType()->isPointerTy() ? builder.CreateGEP(builder.getInt8Ty(), value, steps)
                                         : builder.CreateAdd(value, steps);
}

Value *WidenedValues::valueInLane(IRBuilder<> &builder, Value *value, Value *lane, unsigned &budget) const {
  if (shapes_.isUniform(*value))
    return value;
  const std::optional<int64_t> stride = shapes_.strideOf(*value);
  if (stride && shapes_.isAnchored(*value))
    return addSteps(builder, value, lane, *stride);
  auto *instruction = dyn_cast<Instruction>(value);
  const auto isVarying = [&](const Use &operand) { return !shapes_.isUniform(*operand); };
  // What one value differs in needs one element of its vector, which may be the same in each round of a loop.
  const bool isOffset = instruction && isa<GetElementPtrInst, CastInst, BinaryOperator>(instruction) &&
                        !isVectorOperation(*instruction) && !instruction->isIntDivRem() &&
                        count_if(instruction->operands(), isVarying) == 1;
  if (!instruction || !isElementwise(*instruction) || (!isOffset && !stride) || budget == 0)
    return builder.CreateExtractElement(lanes(builder, value), lane);
  --budget;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand = valueInLane(builder, operand, lane, budget);
  return builder.Insert(copy, instruction->getName() + ".lane");
}

} // namespace weft::compiler
