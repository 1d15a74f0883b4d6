// Reads operations on composite values: vectors, arrays, structures, and their members.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/Constants.h"

#include "frontend/UnwrittenValues.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

/// Returns the number of elements of a structure, array or vector; 0 for other types.
uint64_t partsOf(llvm::Type *type) {
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return vector->getNumElements();
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getNumElements();
  return type->isStructTy() ? type->getStructNumElements() : 0;
}

llvm::Type *partOf(llvm::Type *type, uint32_t index) {
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return vector->getElementType();
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getElementType();
  return type->getStructElementType(index);
}

llvm::Value *extract(llvm::IRBuilder<> &builder, llvm::Value *whole, uint32_t index) {
  return whole->getType()->isVectorTy() ? builder.CreateExtractElement(whole, index)
                                        : builder.CreateExtractValue(whole, index);
}

llvm::Value *insert(llvm::IRBuilder<> &builder, llvm::Value *whole, llvm::Value *part, uint32_t index) {
  return whole->getType()->isVectorTy() ? builder.CreateInsertElement(whole, part, index)
                                        : builder.CreateInsertValue(whole, part, index);
}

llvm::Value *readExtract(Reader &reader, const Instruction &instruction) {
  llvm::Value *value = reader.operand(instruction, 0);
  for (size_t at = 1; at < instruction.size(); ++at) {
    if (instruction.word(at) >= partsOf(value->getType())) {
      reader.flaw(instruction, "has an index into what has no such part");
      return nullptr;
    }
    value = extract(reader.builder, value, instruction.word(at));
  }
  return value;
}

/// Reads OpCompositeInsert. This extracts the nested composites from the outermost to the innermost, and then inserts
/// the new part and each changed composite on the way back.
llvm::Value *readInsert(Reader &reader, const Instruction &instruction) {
  llvm::Value *part = reader.operand(instruction, 0);
  std::vector<llvm::Value *> wholes = {reader.operand(instruction, 1)};
  for (size_t at = 2; at < instruction.size(); ++at) {
    llvm::Type *type = wholes.back()->getType();
    const uint32_t index = instruction.word(at);
    if (index >= partsOf(type) || (at + 1 == instruction.size() && partOf(type, index) != part->getType())) {
      reader.flaw(instruction, "has an index into what has no such part");
      return nullptr;
    }
    if (at + 1 < instruction.size())
      wholes.push_back(extract(reader.builder, wholes.back(), index));
  }
  if (instruction.size() == 2)
    return part;
  for (size_t at = instruction.size(); at-- > 2; wholes.pop_back())
    part = insert(reader.builder, wholes.back(), part, instruction.word(at));
  return part;
}

/// Reads OpCompositeConstruct. A vector may be constructed from scalars and from shorter vectors.
llvm::Value *readConstruct(Reader &reader, const Instruction &instruction) {
  llvm::Type *type = reader.resultType(instruction);
  if (!type || !type->isSized() || partsOf(type) == 0) {
    if (type && type->isAggregateType() && instruction.size() == 0)
      return llvm::Constant::getNullValue(type);
    reader.flaw(instruction, "makes a type that has no parts");
    return nullptr;
  }
  llvm::Value *whole = llvm::PoisonValue::get(type);
  uint32_t next = 0;
  const auto add = [&](llvm::Value *part) {
    if (next >= partsOf(type) || partOf(type, next) != part->getType())
      return reader.flaw(instruction, "has a part of another type or one too many");
    whole = insert(reader.builder, whole, part, next++);
  };
  for (size_t at = 0; at < instruction.size() && !reader.failed(); ++at) {
    llvm::Value *part = reader.operand(instruction, at);
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(part->getType());
    if (!vector || !type->isVectorTy()) {
      add(part);
      continue;
    }
    for (uint32_t lane = 0; lane < vector->getNumElements() && !reader.failed(); ++lane)
      add(extract(reader.builder, part, lane));
  }
  if (next != partsOf(type))
    reader.flaw(instruction, "has too few parts");
  return reader.failed() ? nullptr : whole;
}

/// Reads OpVectorShuffle. Its two vectors may have different lengths, but those of LLVM's shuffle may not, so the
/// shorter one is widened.
llvm::Value *readShuffle(Reader &reader, const Instruction &instruction) {
  llvm::Value *left = reader.operand(instruction, 0);
  llvm::Value *right = reader.operand(instruction, 1);
  auto *leftType = llvm::dyn_cast<llvm::FixedVectorType>(left->getType());
  auto *rightType = llvm::dyn_cast<llvm::FixedVectorType>(right->getType());
  if (!leftType || !rightType || leftType->getElementType() != rightType->getElementType()) {
    reader.flaw(instruction, "has operands that are no vectors of one kind");
    return nullptr;
  }
  const uint32_t leftLanes = leftType->getNumElements();
  const uint32_t rightLanes = rightType->getNumElements();
  const uint32_t lanes = std::max(leftLanes, rightLanes);
  const auto widened = [&](llvm::Value *vector, uint32_t own) {
    std::vector<int> mask(lanes, llvm::PoisonMaskElem);
    for (uint32_t lane = 0; lane < own; ++lane)
      mask[lane] = static_cast<int>(lane);
    return own == lanes ? vector : reader.builder.CreateShuffleVector(vector, mask);
  };
  std::vector<int> mask;
  for (size_t at = 2; at < instruction.size(); ++at) {
    const uint32_t lane = instruction.word(at);
    if (lane != UINT32_MAX && lane >= leftLanes + rightLanes) {
      reader.flaw(instruction, "names an element that neither vector has");
      return nullptr;
    }
    if (lane == UINT32_MAX)
      mask.push_back(llvm::PoisonMaskElem);
    else
      mask.push_back(static_cast<int>(lane < leftLanes ? lane : lane - leftLanes + lanes));
  }
  if (mask.empty()) {
    reader.flaw(instruction, "makes a vector of nothing");
    return nullptr;
  }
  return reader.builder.CreateShuffleVector(widened(left, leftLanes), widened(right, rightLanes), mask);
}

llvm::Value *readDynamic(Reader &reader, const Instruction &instruction) {
  const bool inserts = instruction.opcode == spv::Op::OpVectorInsertDynamic;
  llvm::Value *vector = reader.operand(instruction, 0);
  llvm::Value *index = reader.operand(instruction, inserts ? 2 : 1);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
  llvm::Value *part = inserts ? reader.operand(instruction, 1) : nullptr;
  if (!type || !index->getType()->isIntegerTy() || (part && part->getType() != type->getElementType())) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  return inserts ? reader.builder.CreateInsertElement(vector, part, index)
                 : reader.builder.CreateExtractElement(vector, index);
}

/// Converts a value to another type member by member, at all depths. The innermost members must have the same types in
/// both. If they differ, reports a flaw and returns null.
llvm::Value *createLogicalCopy(Reader &reader, const Instruction &instruction, llvm::Value *value, llvm::Type *to) {
  llvm::Type *from = value->getType();
  if (from == to)
    return value;
  if (!from->isAggregateType() || from->getTypeID() != to->getTypeID() || partsOf(from) != partsOf(to)) {
    reader.flaw(instruction, "has an operand with other parts than its result");
    return nullptr;
  }
  llvm::Value *copy = llvm::PoisonValue::get(to);
  for (uint32_t part = 0; part < partsOf(to); ++part) {
    llvm::Value *element =
        createLogicalCopy(reader, instruction, extract(reader.builder, value, part), partOf(to, part));
    if (!element)
      return nullptr;
    copy = reader.builder.CreateInsertValue(copy, element, part);
  }
  return copy;
}

llvm::Value *readLogicalCopy(Reader &reader, const Instruction &instruction) {
  llvm::Type *to = reader.resultType(instruction);
  if (!to || countLeaves(to) > mostLeaves) {
    reader.flaw(instruction, "copies a value of too many parts");
    return nullptr;
  }
  return createLogicalCopy(reader, instruction, reader.operand(instruction, 0), to);
}

} // namespace

ReadResult readComposite(Reader &reader, const Instruction &instruction) {
  switch (instruction.opcode) {
  case spv::Op::OpCompositeExtract:
    return readExtract(reader, instruction);
  case spv::Op::OpCompositeInsert:
    return readInsert(reader, instruction);
  case spv::Op::OpCompositeConstruct:
    return readConstruct(reader, instruction);
  case spv::Op::OpVectorShuffle:
    return readShuffle(reader, instruction);
  case spv::Op::OpVectorExtractDynamic:
  case spv::Op::OpVectorInsertDynamic:
    return readDynamic(reader, instruction);
  case spv::Op::OpCopyObject:
    return reader.operand(instruction, 0);
  case spv::Op::OpCopyLogical:
    return readLogicalCopy(reader, instruction);
  case spv::Op::OpUndef: {
    llvm::Type *type = reader.resultType(instruction);
    if (type && type->isSized())
      return unwrittenValue(*type);
    reader.flaw(instruction, "is of a type that has no values");
    return nullptr;
  }
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
