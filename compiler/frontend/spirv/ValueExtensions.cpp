// Reads value operations of extensions: bfloat16, arithmetic fences, bitwise functions, freeze and others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/Operator.h"

#include "frontend/spirv/Additions.h"
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

/// Returns the bits of a float, or of each float in a vector, rounded to nearest even so that the lowest `count` bits
/// are zero. A NaN stays a NaN.
llvm::Value *roundedBits(llvm::IRBuilder<> &builder, llvm::Value *number, unsigned count) {
  llvm::Type *words = number->getType()->getWithNewType(builder.getInt32Ty());
  const auto constant = [&](uint32_t value) { return llvm::ConstantInt::get(words, value); };
  llvm::Value *bits = builder.CreateBitCast(number, words);
  llvm::Value *odd = builder.CreateAnd(builder.CreateLShr(bits, count), constant(1));
  llvm::Value *sum = builder.CreateAdd(builder.CreateAdd(bits, constant((1u << (count - 1)) - 1)), odd);
  llvm::Value *quiet = builder.CreateOr(bits, constant(0x400000));
  llvm::Value *isNan = builder.CreateFCmpUNO(number, number);
  return builder.CreateAnd(builder.CreateSelect(isNan, quiet, sum), constant(~((1u << count) - 1)));
}

/// Converts between float and bfloat16. A bfloat16 has the upper half of a float's bits, and is a 16-bit integer here.
llvm::Value *readBFloat(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, 0);
  llvm::Type *type = reader.resultType(instruction);
  llvm::Type *words = value->getType()->getWithNewType(builder.getInt32Ty());
  const bool narrows = instruction.opcode == OpConvertFToBF16INTEL;
  llvm::Type *narrow = narrows ? type : value->getType();
  llvm::Type *wide = narrows ? value->getType() : type;
  if (!narrow->isIntOrIntVectorTy(16) || !wide->isFPOrFPVectorTy() || !wide->getScalarType()->isFloatTy() ||
      wide != narrow->getWithNewType(builder.getFloatTy())) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  if (!narrows)
    return builder.CreateBitCast(builder.CreateShl(builder.CreateZExt(value, words), 16), type);
  return builder.CreateTrunc(builder.CreateLShr(roundedBits(builder, value, 16), 16), type);
}

llvm::Value *readTensorFloat(Reader &reader, const Instruction &instruction) {
  const auto values = reader.operandsOf(instruction, 0, 1, reader.resultType(instruction));
  if (values.empty() || !values[0]->getType()->getScalarType()->isFloatTy()) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  return reader.builder.CreateBitCast(roundedBits(reader.builder, values[0], 13), values[0]->getType());
}

/// Reads an arithmetic fence: operations before it may not be combined with operations after it. The operation that
/// computes the fence's operand loses the fast-math flags that would allow this.
llvm::Value *readFence(Reader &reader, const Instruction &instruction) {
  const auto values = reader.operandsOf(instruction, 0, 1, reader.resultType(instruction));
  if (values.empty() || !values[0]->getType()->isFPOrFPVectorTy()) {
    reader.flaw(instruction, "has an operand that is no floating-point number");
    return nullptr;
  }
  if (auto *made = llvm::dyn_cast<llvm::Instruction>(values[0]); made && llvm::isa<llvm::FPMathOperator>(made)) {
    made->setHasAllowReassoc(false);
    made->setHasAllowContract(false);
    made->setHasAllowReciprocal(false);
  }
  return values[0];
}

/// Reads a bitwise function of three operands. For each result bit, the operands' bits form an index into the truth
/// table, with the first operand's bit as the lowest.
llvm::Value *readBitwiseFunction(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Type *type = reader.resultType(instruction);
  const auto values = reader.operandsOf(instruction, 0, 3, type);
  const std::optional<uint64_t> table = reader.number(instruction.word(3));
  if (values.empty() || !type->isIntOrIntVectorTy() || !table) {
    reader.flaw(instruction, "has operands that this device does not have it for");
    return nullptr;
  }
  llvm::Value *result = llvm::Constant::getNullValue(type);
  for (unsigned row = 0; row < 8; ++row) {
    if ((*table >> row & 1) == 0)
      continue;
    llvm::Value *term = llvm::Constant::getAllOnesValue(type);
    for (unsigned operand = 0; operand < 3; ++operand)
      term = builder.CreateAnd(term, (row >> operand & 1) != 0 ? values[operand] : builder.CreateNot(values[operand]));
    result = builder.CreateOr(result, term);
  }
  return result;
}

llvm::Value *readFma(Reader &reader, const Instruction &instruction) {
  std::vector<Parameter> parameters;
  for (llvm::Value *value : reader.operandsOf(instruction, 0, 3, reader.resultType(instruction)))
    parameters.push_back(signedParameter(value));
  if (parameters.empty() || !parameters[0].value->getType()->isFPOrFPVectorTy()) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  return called(reader, instruction,
                callBuiltin(reader.builder, "fma", reader.resultType(instruction), parameters, Effects::none));
}

/// Constructs a composite that repeats one value in all members.
llvm::Value *readReplicate(Reader &reader, const Instruction &instruction) {
  llvm::Type *type = reader.resultType(instruction);
  llvm::Value *part = reader.operand(instruction, 0);
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type); vector && vector->getElementType() == part->getType())
    return reader.builder.CreateVectorSplat(vector->getNumElements(), part);
  if (!type->isAggregateType() || countLeaves(type) > mostLeaves) {
    reader.flaw(instruction, "makes a type that has no parts, or too many");
    return nullptr;
  }
  const uint64_t parts = type->isArrayTy() ? type->getArrayNumElements() : type->getStructNumElements();
  llvm::Value *whole = llvm::PoisonValue::get(type);
  for (unsigned index = 0; index < parts; ++index) {
    if ((type->isArrayTy() ? type->getArrayElementType() : type->getStructElementType(index)) != part->getType()) {
      reader.flaw(instruction, "has a part of another type");
      return nullptr;
    }
    whole = reader.builder.CreateInsertValue(whole, part, index);
  }
  return whole;
}

/// Reads the time stamp counter, as cl_khr_kernel_clock does. One counter serves all scopes.
llvm::Value *readClock(Reader &reader, const Instruction &instruction) {
  llvm::Type *type = reader.resultType(instruction);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const bool isPair = vector && vector->getNumElements() == 2 && type->isIntOrIntVectorTy(32);
  if (!isPair && !type->isIntegerTy(64)) {
    reader.flaw(instruction, "gives a type that it can't give");
    return nullptr;
  }
  const bool isDevice = reader.number(instruction.word(0)) == static_cast<uint64_t>(spv::Scope::Device);
  const std::string name = std::string("clock_read_") + (isPair ? "hilo_" : "") + (isDevice ? "device" : "work_group");
  return called(reader, instruction, callBuiltin(reader.builder, name, type, {}, Effects::any));
}

llvm::Value *readFrozen(Reader &reader, const Instruction &instruction) {
  const auto values = reader.operandsOf(instruction, 0, 1, reader.resultType(instruction));
  return values.empty() ? nullptr : reader.builder.CreateFreeze(values[0]);
}

} // namespace

ReadResult readValueExtension(Reader &reader, const Instruction &instruction) {
  switch (instruction.opcode) {
  case OpConvertFToBF16INTEL:
  case OpConvertBF16ToFINTEL:
    return readBFloat(reader, instruction);
  case OpRoundFToTF32INTEL:
    return readTensorFloat(reader, instruction);
  case OpArithmeticFenceEXT:
    return readFence(reader, instruction);
  case OpBitwiseFunctionINTEL:
    return readBitwiseFunction(reader, instruction);
  case OpFmaKHR:
    return readFma(reader, instruction);
  case OpCompositeConstructReplicateEXT:
    return readReplicate(reader, instruction);
  case spv::Op::OpFPGARegINTEL: // a hint to an FPGA, which has no effect here
    return reader.operand(instruction, 0);
  case OpFreezeKHR:
    return readFrozen(reader, instruction);
  case OpPoisonKHR:
    if (!reader.resultType(instruction)->isSized())
      return nullptr;
    return llvm::PoisonValue::get(reader.resultType(instruction));
  case spv::Op::OpReadClockKHR:
    return readClock(reader, instruction);
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
