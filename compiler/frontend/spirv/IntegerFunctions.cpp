// Reads the integer functions that are instructions of SPV_INTEL_shader_integer_functions2.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

/// The function of OpenCL C that does what an instruction does, the number of its operands, and whether these are
/// signed.
struct IntegerFunction {
  llvm::StringLiteral name;
  size_t operands;
  bool isSigned;
};

std::optional<IntegerFunction> functionOf(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpUCountLeadingZerosINTEL:
    return IntegerFunction{"clz", 1, false};
  case spv::Op::OpUCountTrailingZerosINTEL:
    return IntegerFunction{"ctz", 1, false};
  case spv::Op::OpAbsISubINTEL:
    return IntegerFunction{"abs_diff", 2, true};
  case spv::Op::OpAbsUSubINTEL:
    return IntegerFunction{"abs_diff", 2, false};
  case spv::Op::OpIAddSatINTEL:
    return IntegerFunction{"add_sat", 2, true};
  case spv::Op::OpUAddSatINTEL:
    return IntegerFunction{"add_sat", 2, false};
  case spv::Op::OpISubSatINTEL:
    return IntegerFunction{"sub_sat", 2, true};
  case spv::Op::OpUSubSatINTEL:
    return IntegerFunction{"sub_sat", 2, false};
  case spv::Op::OpIAverageINTEL:
    return IntegerFunction{"hadd", 2, true};
  case spv::Op::OpUAverageINTEL:
    return IntegerFunction{"hadd", 2, false};
  case spv::Op::OpIAverageRoundedINTEL:
    return IntegerFunction{"rhadd", 2, true};
  case spv::Op::OpUAverageRoundedINTEL:
    return IntegerFunction{"rhadd", 2, false};
  default:
    return std::nullopt;
  }
}

/// Reads a 32-bit product whose second factor is the value of the low 16 bits of the second operand.
llvm::Value *readShortProduct(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Type *type = reader.resultType(instruction);
  const auto values = reader.operandsOf(instruction, 0, 2, type);
  if (values.empty() || !type->isIntOrIntVectorTy(32)) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  const bool isSigned = instruction.opcode == spv::Op::OpIMul32x16INTEL;
  llvm::Value *low = builder.CreateTrunc(values[1], type->getWithNewType(builder.getInt16Ty()));
  return builder.CreateMul(values[0], builder.CreateIntCast(low, type, isSigned));
}

} // namespace

ReadResult readIntegerFunction(Reader &reader, const Instruction &instruction) {
  if (instruction.opcode == spv::Op::OpIMul32x16INTEL || instruction.opcode == spv::Op::OpUMul32x16INTEL)
    return readShortProduct(reader, instruction);
  const auto function = functionOf(instruction.opcode);
  if (!function)
    return std::nullopt;
  llvm::Type *type = reader.resultType(instruction);
  std::vector<Parameter> parameters;
  for (llvm::Value *value : reader.operandsOf(instruction, 0, function->operands, type))
    parameters.push_back({value, mangledType(type, function->isSigned)});
  if (parameters.empty() || !type->isIntOrIntVectorTy() || type->isIntOrIntVectorTy(1)) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  return called(reader, instruction, callBuiltin(reader.builder, function->name, type, parameters, Effects::none));
}

} // namespace weft::compiler::spirv
