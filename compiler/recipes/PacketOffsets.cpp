// Splits an integer that differs between lanes into a uniform number and offsets that are the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/PacketOffsets.h"

#include "llvm/IR/Instructions.h"

#include "analysis/PacketShapes.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "recipes/WidenedValues.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns whether `value` is the local id of dimension 0, perhaps cast to another integer type.
bool isLocalId(const Value &value) {
  if (auto *cast = dyn_cast<CastInst>(&value); cast && isa<ZExtInst, SExtInst, TruncInst>(cast))
    return isLocalId(*cast->getOperand(0));
  auto *call = dyn_cast<CallInst>(&value);
  return call && localIdDimension(call->getCalledFunction()) == 0;
}

} // namespace

Value *PacketOffsets::of(IRBuilder<> &builder, Value &value) const {
  const std::optional<Offsets> offsets =
      value.getType()->isIntegerTy() && !shapes_.isUniform(value) ? find(builder, value, 0) : std::nullopt;
  return offsets ? offsets->lanes : values_.lanes(builder, &value);
}

std::optional<PacketOffsets::Offsets> PacketOffsets::find(IRBuilder<> &builder, Value &value, unsigned depth) const {
  VectorType *type = values_.laneType(value.getType());
  if (shapes_.isUniform(value))
    return Offsets{Constant::getNullValue(type)};
  if (const std::optional<int64_t> stride = shapes_.strideOf(value)) {
    Value *steps = builder.CreateStepVector(type);
    return Offsets{builder.CreateMul(steps, ConstantInt::getSigned(type, *stride)), isLocalId(value)};
  }
  if (depth == SearchLimits::offsetDepth)
    return std::nullopt;
  if (auto *cast = dyn_cast<CastInst>(&value))
    return findOfCast(builder, *cast, depth);
  auto *operation = dyn_cast<BinaryOperator>(&value);
  if (!operation)
    return std::nullopt;
  if (operation->isBitwiseLogicOp())
    return findOfBits(builder, *operation, depth);
  Value *left = operation->getOperand(0), *right = operation->getOperand(1);
  const unsigned opcode = operation->getOpcode();
  const bool isSum = opcode == Instruction::Add || opcode == Instruction::Sub;
  if (!isSum && (opcode != Instruction::Shl || !shapes_.isUniform(*right)) &&
      (opcode != Instruction::Mul || (!shapes_.isUniform(*left) && !shapes_.isUniform(*right))))
    return std::nullopt;
  if (!isSum && shapes_.isUniform(*left))
    std::swap(left, right);
  const std::optional<Offsets> first = find(builder, *left, depth + 1);
  const std::optional<Offsets> second =
      isSum ? find(builder, *right, depth + 1) : Offsets{values_.lanes(builder, right)};
  if (!first || !second)
    return std::nullopt;
  return Offsets{builder.CreateBinOp(operation->getOpcode(), first->lanes, second->lanes)};
}

/// Finds the vector of &, | or ^ with a uniform operand. The vector gets the bits of the uniform operand that are below
/// the packet's width; the uniform number gets the other bits.
std::optional<PacketOffsets::Offsets> PacketOffsets::findOfBits(IRBuilder<> &builder, BinaryOperator &operation,
                                                                unsigned depth) const {
  Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  if (shapes_.isUniform(*left))
    std::swap(left, right);
  if (!shapes_.isUniform(*right))
    return std::nullopt;
  const std::optional<Offsets> offsets = find(builder, *left, depth + 1);
  if (!offsets || !offsets->hasDisjointBits)
    return std::nullopt;
  Value *bits = builder.CreateAnd(right, ConstantInt::get(right->getType(), values_.width() - 1));
  Value *lanes =
      builder.CreateBinOp(operation.getOpcode(), offsets->lanes, builder.CreateVectorSplat(values_.width(), bits));
  return Offsets{lanes, true};
}

std::optional<PacketOffsets::Offsets> PacketOffsets::findOfCast(IRBuilder<> &builder, CastInst &cast,
                                                                unsigned depth) const {
  if (!isa<ZExtInst, SExtInst, TruncInst>(cast))
    return std::nullopt;
  const std::optional<Offsets> offsets = find(builder, *cast.getOperand(0), depth + 1);
  if (!offsets || (!offsets->hasDisjointBits && !isa<TruncInst>(cast)))
    return std::nullopt;
  // No bit is carried between the vector and the uniform number. So the sign is in the uniform number, and the vector
  // is extended as unsigned even if the cast is signed.
  VectorType *type = values_.laneType(cast.getType());
  return Offsets{builder.CreateZExtOrTrunc(offsets->lanes, type), offsets->hasDisjointBits && !isa<TruncInst>(cast)};
}

} // namespace weft::compiler
