// Reads constants, specialisation constants, and variables of the module.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/Constants.h"

#include "builtins/archive/AddressSpaces.h"
#include "frontend/ProgramVariables.h"
#include "frontend/spirv/Additions.h"
#include "frontend/spirv/Pointers.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

/// The most elements of a constant that repeats one element. LLVM's constant has all of them, so a longer one is
/// refused.
constexpr uint64_t mostReplicas = uint64_t(1) << 20;

/// Returns the value of a literal of one or two words.
uint64_t literal(llvm::ArrayRef<uint32_t> words) {
  uint64_t bits = words.empty() ? 0 : words[0];
  if (words.size() > 1)
    bits |= uint64_t(words[1]) << 32;
  return bits;
}

/// Converts the operands of OpConstantSampler to the bits that __translate_sampler_initializer takes. There,
/// CLK_ADDRESS_* are even numbers in the order of SPIR-V's addressing modes, CLK_FILTER_NEAREST is 16 and
/// CLK_FILTER_LINEAR is 32.
uint32_t samplerBits(const Instruction &instruction) {
  return instruction.word(0) * 2 | (instruction.word(1) != 0 ? 1 : 0) | (instruction.word(2) != 0 ? 0x20 : 0x10);
}

} // namespace

llvm::Constant *Reader::scalarConstant(const Instruction &instruction, llvm::ArrayRef<uint32_t> words) {
  llvm::Type *type = resultType(instruction);
  if (!type || (!type->isIntegerTy() && !type->isFloatingPointTy()))
    return nullptr;
  const unsigned width = type->getScalarSizeInBits();
  uint64_t bits = literal(words);
  const Decorations &decorations = decorationsOf(instruction.result);
  if (const auto chosen = decorations.specId ? options_.constants.find(*decorations.specId) : options_.constants.end();
      chosen != options_.constants.end() && instruction.opcode != spv::Op::OpConstant)
    bits = type->isIntegerTy(1) ? chosen->second & 0xff : chosen->second;
  if (type->isIntegerTy(1))
    return builder.getInt1(bits != 0);
  const llvm::APInt number = llvm::APInt(64, bits).trunc(width);
  if (type->isIntegerTy())
    return llvm::ConstantInt::get(type, number);
  return llvm::ConstantFP::get(program.getContext(), llvm::APFloat(type->getFltSemantics(), number));
}

llvm::Constant *Reader::compositeConstant(const Instruction &instruction) {
  llvm::Type *type = resultType(instruction);
  std::vector<llvm::Constant *> parts;
  for (size_t index = 0; index < instruction.size(); ++index) {
    auto *part = llvm::dyn_cast_or_null<llvm::Constant>(values_.lookup(instruction.word(index)));
    if (!part)
      return nullptr;
    parts.push_back(part);
  }
  const auto allAre = [&](llvm::Type *element, uint64_t count) {
    return parts.size() == count && llvm::all_of(parts, [&](auto *part) { return part->getType() == element; });
  };
  if (auto *vector = llvm::dyn_cast_or_null<llvm::FixedVectorType>(type))
    return allAre(vector->getElementType(), vector->getNumElements()) ? llvm::ConstantVector::get(parts) : nullptr;
  if (auto *array = llvm::dyn_cast_or_null<llvm::ArrayType>(type))
    return allAre(array->getElementType(), array->getNumElements()) ? llvm::ConstantArray::get(array, parts) : nullptr;
  auto *structure = llvm::dyn_cast_or_null<llvm::StructType>(type);
  if (!structure || structure->getNumElements() != parts.size())
    return nullptr;
  for (unsigned index = 0; index < parts.size(); ++index)
    if (parts[index]->getType() != structure->getElementType(index))
      return nullptr;
  return llvm::ConstantStruct::get(structure, parts);
}

llvm::Constant *Reader::replicatedConstant(const Instruction &instruction) {
  llvm::Type *type = resultType(instruction);
  auto *part = llvm::dyn_cast_or_null<llvm::Constant>(values_.lookup(instruction.word(0)));
  if (!type || !part)
    return nullptr;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type); vector && vector->getElementType() == part->getType())
    return llvm::ConstantVector::getSplat(vector->getElementCount(), part);
  if (!type->isArrayTy() && !type->isStructTy())
    return nullptr;
  if (part->isNullValue())
    return llvm::Constant::getNullValue(type);
  const uint64_t count = type->isArrayTy() ? type->getArrayNumElements() : type->getStructNumElements();
  if (count > mostReplicas)
    return nullptr;
  const std::vector<llvm::Constant *> parts(count, part);
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getElementType() == part->getType() ? llvm::ConstantArray::get(array, parts) : nullptr;
  auto *structure = llvm::cast<llvm::StructType>(type);
  const auto fits = [&](llvm::Type *member) { return member == part->getType(); };
  return llvm::all_of(structure->elements(), fits) ? llvm::ConstantStruct::get(structure, parts) : nullptr;
}

llvm::Constant *Reader::nullConstant(const Instruction &instruction) {
  llvm::Type *type = resultType(instruction);
  if (!type || !type->isSized())
    return nullptr;
  if (auto *target = llvm::dyn_cast<llvm::TargetExtType>(type);
      target && !target->hasProperty(llvm::TargetExtType::HasZeroInit))
    return nullptr;
  return llvm::Constant::getNullValue(type);
}

void Reader::readConstant(const Instruction &instruction) {
  llvm::Constant *made = nullptr;
  static constexpr uint32_t yes[] = {1}, no[] = {0};
  switch (instruction.opcode) {
  case spv::Op::OpConstantTrue:
  case spv::Op::OpSpecConstantTrue:
    made = scalarConstant(instruction, yes);
    break;
  case spv::Op::OpConstantFalse:
  case spv::Op::OpSpecConstantFalse:
    made = scalarConstant(instruction, no);
    break;
  case spv::Op::OpConstant:
  case spv::Op::OpSpecConstant:
    made = scalarConstant(instruction, instruction.words(0));
    break;
  case OpConstantCompositeReplicateEXT:
  case OpSpecConstantCompositeReplicateEXT:
    made = replicatedConstant(instruction);
    break;
  case spv::Op::OpConstantComposite:
  case spv::Op::OpSpecConstantComposite:
    made = compositeConstant(instruction);
    break;
  case spv::Op::OpConstantFunctionPointerINTEL:
    made = functionPointer(instruction);
    break;
  case spv::Op::OpConstantNull:
    made = nullConstant(instruction);
    break;
  case spv::Op::OpConstantSampler:
    samplers_[instruction.result] = samplerBits(instruction);
    typeIds_[instruction.result] = instruction.type;
    return;
  default:
    break;
  }
  if (!made)
    return flaw(instruction, "is no constant that this device has");
  setValue(instruction, made);
}

/// Reads the operation of OpSpecConstantOp like an instruction of a temporary function. Its operands are constants, so
/// LLVM folds it to a constant, which becomes the result. The function is deleted afterwards.
void Reader::readSpecConstantOp(const Instruction &instruction) {
  Instruction inner = instruction;
  inner.opcode = static_cast<spv::Op>(instruction.word(0));
  inner.operands = instruction.operands.drop_front();
  llvm::Function *scratch = llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), false),
                                                   llvm::GlobalValue::InternalLinkage, "constant", program);
  builder.SetInsertPoint(llvm::BasicBlock::Create(program.getContext(), "", scratch));
  readInstruction(inner);
  llvm::Value *made = values_.lookup(instruction.result);
  if (!failed() && !llvm::isa_and_nonnull<llvm::Constant>(made)) {
    values_.erase(instruction.result);
    flaw(instruction, "does with constants what is not known before the program runs");
  }
  builder.ClearInsertionPoint();
  scratch->eraseFromParent();
}

void Reader::readVariable(const Instruction &instruction) {
  const Type *pointer = types_.find(instruction.type);
  const Decorations &decorations = decorationsOf(instruction.result);
  const Id object = pointer && pointer->kind == spv::Op::OpTypePointer ? objectOf(instruction, *pointer) : 0;
  llvm::Type *type = types_.typeOf(object);
  if (!type || !type->isSized())
    return flaw(instruction, "is of a type that variables can't have");
  if (decorations.builtIn) {
    builtinVariables_[instruction.result] = object;
    typeIds_[instruction.result] = instruction.type;
    return;
  }
  const unsigned space = pointer->type->getPointerAddressSpace();
  if (space != spirGlobal && space != spirConstant && space != spirLocal)
    return flaw(instruction, "is in a storage class where programs have no variables");
  const bool imported = decorations.linkage == spv::LinkageType::Import;
  llvm::Constant *initial = nullptr;
  if (const size_t at = initialValueOf(*pointer); instruction.size() > at) {
    initial = llvm::dyn_cast_or_null<llvm::Constant>(values_.lookup(instruction.word(at)));
    if (!initial || initial->getType() != type)
      return flaw(instruction, "has an initial value that is no constant of its type");
  } else if (!imported) {
    initial = space == spirLocal ? static_cast<llvm::Constant *>(llvm::UndefValue::get(type))
                                 : llvm::ConstantAggregateZero::getNullValue(type);
  }
  if (space == spirLocal && !imported)
    initial = llvm::UndefValue::get(type);
  auto *variable = new llvm::GlobalVariable(
      program, type, space == spirConstant || decorations.isConstant,
      decorations.linkage ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage, initial,
      decorations.linkage            ? decorations.linkageName
      : decorations.hostName.empty() ? names_[instruction.result]
                                     : decorations.hostName,
      nullptr, llvm::GlobalValue::NotThreadLocal, space);
  if (decorations.linkage == spv::LinkageType::LinkOnceODR)
    variable->setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  variable->setAlignment(alignmentOf(decorations, type));
  if (!decorations.hostName.empty())
    setHostName(*variable, decorations.hostName);
  setValue(instruction, variable);
}

llvm::Align Reader::alignmentOf(const Decorations &decorations, llvm::Type *type) const {
  const uint32_t said = alignmentOf(decorations);
  return said != 0 ? llvm::Align(said) : program.getDataLayout().getABITypeAlign(type);
}

uint32_t Reader::alignmentOf(const Decorations &decorations) const {
  uint64_t said = decorations.alignment;
  if (decorations.alignmentId != 0)
    said = number(decorations.alignmentId).value_or(0);
  return said <= llvm::Value::MaximumAlignment && llvm::isPowerOf2_64(said) ? static_cast<uint32_t>(said) : 0;
}

} // namespace weft::compiler::spirv
