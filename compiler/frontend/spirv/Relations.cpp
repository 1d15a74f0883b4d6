// Reads comparisons and logical operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

using Predicate = llvm::CmpInst::Predicate;

std::optional<Predicate> predicateOf(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpIEqual:
  case spv::Op::OpPtrEqual:
    return Predicate::ICMP_EQ;
  case spv::Op::OpINotEqual:
  case spv::Op::OpPtrNotEqual:
    return Predicate::ICMP_NE;
  case spv::Op::OpUGreaterThan:
    return Predicate::ICMP_UGT;
  case spv::Op::OpSGreaterThan:
    return Predicate::ICMP_SGT;
  case spv::Op::OpUGreaterThanEqual:
    return Predicate::ICMP_UGE;
  case spv::Op::OpSGreaterThanEqual:
    return Predicate::ICMP_SGE;
  case spv::Op::OpULessThan:
    return Predicate::ICMP_ULT;
  case spv::Op::OpSLessThan:
    return Predicate::ICMP_SLT;
  case spv::Op::OpULessThanEqual:
    return Predicate::ICMP_ULE;
  case spv::Op::OpSLessThanEqual:
    return Predicate::ICMP_SLE;
  case spv::Op::OpFOrdEqual:
    return Predicate::FCMP_OEQ;
  case spv::Op::OpFUnordEqual:
    return Predicate::FCMP_UEQ;
  case spv::Op::OpFOrdNotEqual:
  case spv::Op::OpLessOrGreater:
    return Predicate::FCMP_ONE;
  case spv::Op::OpFUnordNotEqual:
    return Predicate::FCMP_UNE;
  case spv::Op::OpFOrdLessThan:
    return Predicate::FCMP_OLT;
  case spv::Op::OpFUnordLessThan:
    return Predicate::FCMP_ULT;
  case spv::Op::OpFOrdGreaterThan:
    return Predicate::FCMP_OGT;
  case spv::Op::OpFUnordGreaterThan:
    return Predicate::FCMP_UGT;
  case spv::Op::OpFOrdLessThanEqual:
    return Predicate::FCMP_OLE;
  case spv::Op::OpFUnordLessThanEqual:
    return Predicate::FCMP_ULE;
  case spv::Op::OpFOrdGreaterThanEqual:
    return Predicate::FCMP_OGE;
  case spv::Op::OpFUnordGreaterThanEqual:
    return Predicate::FCMP_UGE;
  case spv::Op::OpOrdered:
    return Predicate::FCMP_ORD;
  case spv::Op::OpUnordered:
    return Predicate::FCMP_UNO;
  default:
    return std::nullopt;
  }
}

llvm::Value *readComparison(Reader &reader, const Instruction &instruction, Predicate predicate) {
  llvm::Value *left = reader.operand(instruction, 0);
  llvm::Value *right = reader.operand(instruction, 1);
  const bool isFloat = llvm::CmpInst::isFPPredicate(predicate);
  const bool fits = left->getType() == right->getType() &&
                    (isFloat ? left->getType()->isFPOrFPVectorTy()
                             : left->getType()->isIntOrIntVectorTy() || left->getType()->isPtrOrPtrVectorTy());
  if (!fits || reader.failed()) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  return isFloat ? reader.builder.CreateFCmp(predicate, left, right)
                 : reader.builder.CreateICmp(predicate, left, right);
}

/// Reads isnan and similar instructions. OpenCL C's functions return int for scalars, and integers of the operand's
/// width for vectors. The result is converted to booleans.
llvm::Value *readClass(Reader &reader, const Instruction &instruction, llvm::StringRef name) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, 0);
  llvm::Type *type = value->getType();
  if (!type->isFPOrFPVectorTy()) {
    reader.flaw(instruction, "has an operand that is no floating-point number");
    return nullptr;
  }
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  llvm::Type *number = builder.getInt32Ty();
  if (vector)
    number = llvm::FixedVectorType::get(builder.getIntNTy(vector->getScalarSizeInBits()), vector->getNumElements());
  llvm::Value *answer =
      called(reader, instruction, callBuiltin(builder, name, number, {signedParameter(value)}, Effects::none));
  return answer ? builder.CreateIsNotNull(answer) : nullptr;
}

/// Reads OpAny and OpAll on booleans. A widespread producer also writes them for OpenCL C's functions any and all on
/// integers, where only the highest bits count.
llvm::Value *readAnyOrAll(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, 0);
  if (!value->getType()->isIntOrIntVectorTy() || !reader.resultType(instruction)->isIntegerTy(1)) {
    reader.flaw(instruction, "has an operand that is no vector of booleans");
    return nullptr;
  }
  if (!value->getType()->isIntOrIntVectorTy(1))
    value = builder.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (!vector)
    return value;
  llvm::Value *numbers =
      builder.CreateSExt(value, llvm::FixedVectorType::get(builder.getInt32Ty(), vector->getNumElements()));
  llvm::Value *answer = called(reader, instruction,
                               callBuiltin(builder, instruction.opcode == spv::Op::OpAny ? "any" : "all",
                                           builder.getInt32Ty(), {signedParameter(numbers)}, Effects::none));
  return answer ? builder.CreateIsNotNull(answer) : nullptr;
}

llvm::Value *readLogic(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Type *type = reader.resultType(instruction);
  const bool isNot = instruction.opcode == spv::Op::OpLogicalNot;
  const auto values = reader.operandsOf(instruction, 0, isNot ? 1 : 2, type);
  if (values.empty() || !type->isIntOrIntVectorTy(1)) {
    reader.flaw(instruction, "has operands that are no booleans");
    return nullptr;
  }
  switch (instruction.opcode) {
  case spv::Op::OpLogicalEqual:
    return builder.CreateICmpEQ(values[0], values[1]);
  case spv::Op::OpLogicalNotEqual:
    return builder.CreateXor(values[0], values[1]);
  case spv::Op::OpLogicalOr:
    return builder.CreateOr(values[0], values[1]);
  case spv::Op::OpLogicalAnd:
    return builder.CreateAnd(values[0], values[1]);
  default:
    return builder.CreateNot(values[0]);
  }
}

llvm::Value *readSelect(Reader &reader, const Instruction &instruction) {
  llvm::Value *condition = reader.operand(instruction, 0);
  const auto values = reader.operandsOf(instruction, 1, 2, reader.resultType(instruction));
  if (values.empty() || llvm::SelectInst::areInvalidOperands(condition, values[0], values[1])) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  return reader.builder.CreateSelect(condition, values[0], values[1]);
}

} // namespace

ReadResult readRelation(Reader &reader, const Instruction &instruction) {
  if (const auto predicate = predicateOf(instruction.opcode))
    return readComparison(reader, instruction, *predicate);
  switch (instruction.opcode) {
  case spv::Op::OpIsNan:
    return readClass(reader, instruction, "isnan");
  case spv::Op::OpIsInf:
    return readClass(reader, instruction, "isinf");
  case spv::Op::OpIsFinite:
    return readClass(reader, instruction, "isfinite");
  case spv::Op::OpIsNormal:
    return readClass(reader, instruction, "isnormal");
  case spv::Op::OpSignBitSet:
    return readClass(reader, instruction, "signbit");
  case spv::Op::OpAny:
  case spv::Op::OpAll:
    return readAnyOrAll(reader, instruction);
  case spv::Op::OpLogicalEqual:
  case spv::Op::OpLogicalNotEqual:
  case spv::Op::OpLogicalOr:
  case spv::Op::OpLogicalAnd:
  case spv::Op::OpLogicalNot:
    return readLogic(reader, instruction);
  case spv::Op::OpSelect:
    return readSelect(reader, instruction);
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
