// Reads SPIR-V's arithmetic, bit operations and dot products.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

using BinaryOps = llvm::Instruction::BinaryOps;

std::optional<BinaryOps> integerOperation(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpIAdd:
    return BinaryOps::Add;
  case spv::Op::OpISub:
    return BinaryOps::Sub;
  case spv::Op::OpIMul:
    return BinaryOps::Mul;
  case spv::Op::OpUDiv:
    return BinaryOps::UDiv;
  case spv::Op::OpSDiv:
    return BinaryOps::SDiv;
  case spv::Op::OpUMod:
    return BinaryOps::URem;
  case spv::Op::OpSRem:
    return BinaryOps::SRem;
  case spv::Op::OpBitwiseAnd:
    return BinaryOps::And;
  case spv::Op::OpBitwiseOr:
    return BinaryOps::Or;
  case spv::Op::OpBitwiseXor:
    return BinaryOps::Xor;
  default:
    return std::nullopt;
  }
}

std::optional<BinaryOps> floatOperation(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpFAdd:
    return BinaryOps::FAdd;
  case spv::Op::OpFSub:
    return BinaryOps::FSub;
  case spv::Op::OpFMul:
    return BinaryOps::FMul;
  case spv::Op::OpFDiv:
    return BinaryOps::FDiv;
  default:
    return std::nullopt;
  }
}

std::optional<BinaryOps> shiftOperation(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpShiftLeftLogical:
    return BinaryOps::Shl;
  case spv::Op::OpShiftRightLogical:
    return BinaryOps::LShr;
  case spv::Op::OpShiftRightArithmetic:
    return BinaryOps::AShr;
  default:
    return std::nullopt;
  }
}

/// Bits of FPFastMathModeMask.
constexpr uint32_t notNanBit = 1, notInfBit = 2, noSignedZeroBit = 4, reciprocalBit = 8, fastBit = 16;
/// Bits that SPV_INTEL_fp_fast_math_mode and SPV_KHR_float_controls2 add to FPFastMathModeMask.
constexpr uint32_t contractBit = 0x10000, reassociateBit = 0x20000;

/// Returns the flags of an FPFastMathModeMask. The contraction flag also depends on whether the module allows a product
/// and a sum to become one operation.
llvm::FastMathFlags fastMathOf(Reader &reader, const Instruction &instruction) {
  const Decorations &decorations = reader.decorationsOf(instruction.result);
  const std::optional<uint32_t> byDefault =
      decorations.fastMath ? std::nullopt : reader.defaultFastMath(reader.resultType(instruction));
  const std::optional<uint32_t> said = decorations.fastMath ? decorations.fastMath : byDefault;
  const uint32_t bits = said.value_or(0);
  llvm::FastMathFlags flags;
  if ((bits & fastBit) != 0)
    flags.setFast();
  flags.setNoNaNs(flags.noNaNs() || (bits & notNanBit) != 0);
  flags.setNoInfs(flags.noInfs() || (bits & notInfBit) != 0);
  flags.setNoSignedZeros(flags.noSignedZeros() || (bits & noSignedZeroBit) != 0);
  flags.setAllowReciprocal(flags.allowReciprocal() || (bits & reciprocalBit) != 0);
  flags.setAllowReassoc(flags.allowReassoc() || (bits & reassociateBit) != 0);
  // If the module uses float controls (SPV_KHR_float_controls2), an operation may be contracted only if its flags say
  // so. Otherwise it may be contracted unless something forbids it. If entry points set default flags, the module
  // counts as one with float controls even if it doesn't declare them: clang-22 writes such modules for FP_CONTRACT OFF
  // with all extensions.
  const bool hasExplicitContract = byDefault || (reader.hasFloatControls() && said);
  const bool contracts =
      hasExplicitContract ? (bits & contractBit) != 0 : reader.mayContract() && !decorations.noContraction;
  flags.setAllowContract(flags.allowContract() || contracts || (bits & contractBit) != 0);
  return flags;
}

/// Returns both operands. The first is null if the operands don't have the result's type.
std::pair<llvm::Value *, llvm::Value *> pairOf(Reader &reader, const Instruction &instruction) {
  const auto values = reader.operandsOf(instruction, 0, 2, reader.resultType(instruction));
  return values.empty() ? std::pair<llvm::Value *, llvm::Value *>() : std::pair(values[0], values[1]);
}

bool isOf(Reader &reader, const Instruction &instruction, bool isFloatingPoint) {
  llvm::Type *type = reader.resultType(instruction);
  const bool fits = type && (isFloatingPoint ? type->isFPOrFPVectorTy() : type->isIntOrIntVectorTy());
  if (!fits)
    reader.flaw(instruction, "gives a type that it can't give");
  return fits;
}

llvm::Value *readInteger(Reader &reader, const Instruction &instruction, BinaryOps operation) {
  const auto [left, right] = pairOf(reader, instruction);
  if (!left || !isOf(reader, instruction, false))
    return nullptr;
  llvm::Value *made = reader.builder.CreateBinOp(operation, left, right);
  const Decorations &decorations = reader.decorationsOf(instruction.result);
  // An integer of a rare width (one that OpenCL C lacks) is the low part of a wider LLVM integer. If the module says
  // that the operation doesn't wrap, that is not true of the wider integer, so such an operation gets no flags.
  if (auto *wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(made);
      wrapping && reader.rareWidthOf(instruction.type) == 0)
    if (auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(wrapping)) {
      binary->setHasNoSignedWrap(decorations.noSignedWrap);
      binary->setHasNoUnsignedWrap(decorations.noUnsignedWrap);
    }
  return made;
}

llvm::Value *readFloat(Reader &reader, const Instruction &instruction, BinaryOps operation) {
  const auto [left, right] = pairOf(reader, instruction);
  if (!left || !isOf(reader, instruction, true))
    return nullptr;
  llvm::Value *made = reader.builder.CreateBinOp(operation, left, right);
  if (auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(made))
    binary->setFastMathFlags(fastMathOf(reader, instruction));
  return made;
}

/// Reads a shift. The shift amount may have another width than the shifted value.
llvm::Value *readShift(Reader &reader, const Instruction &instruction, BinaryOps operation) {
  llvm::Type *type = reader.resultType(instruction);
  llvm::Value *base = reader.operand(instruction, 0);
  llvm::Value *bits = reader.operand(instruction, 1);
  if (!isOf(reader, instruction, false) || base->getType() != type || !bits->getType()->isIntOrIntVectorTy() ||
      bits->getType()->isVectorTy() != type->isVectorTy() ||
      (type->isVectorTy() && llvm::cast<llvm::VectorType>(type)->getElementCount() !=
                                 llvm::cast<llvm::VectorType>(bits->getType())->getElementCount())) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  return reader.builder.CreateBinOp(operation, base, reader.builder.CreateZExtOrTrunc(bits, type));
}

/// Returns the remainder with the sign of the divisor, computed from the remainder with the sign of the dividend.
llvm::Value *withSignOfDivisor(llvm::IRBuilder<> &builder, llvm::Value *remainder, llvm::Value *divisor,
                               bool isFloatingPoint) {
  llvm::Type *type = remainder->getType();
  llvm::Value *zero = llvm::Constant::getNullValue(type);
  llvm::Value *differs;
  llvm::Value *sum;
  llvm::Value *isLeft;
  if (isFloatingPoint) {
    differs = builder.CreateXor(builder.CreateFCmpOLT(remainder, zero), builder.CreateFCmpOLT(divisor, zero));
    isLeft = builder.CreateFCmpUNE(remainder, zero);
    sum = builder.CreateFAdd(remainder, divisor);
  } else {
    differs = builder.CreateICmpSLT(builder.CreateXor(remainder, divisor), zero);
    isLeft = builder.CreateICmpNE(remainder, zero);
    sum = builder.CreateAdd(remainder, divisor);
  }
  return builder.CreateSelect(builder.CreateAnd(differs, isLeft), sum, remainder);
}

llvm::Value *readRemainder(Reader &reader, const Instruction &instruction) {
  const bool isFloatingPoint = instruction.opcode != spv::Op::OpSMod;
  const auto [left, right] = pairOf(reader, instruction);
  if (!left || !isOf(reader, instruction, isFloatingPoint))
    return nullptr;
  llvm::IRBuilder<> &builder = reader.builder;
  // The remainder of two constants is computed without a call of fmod, because OpSpecConstantOp needs a constant as the
  // result.
  const bool isKnown = llvm::isa<llvm::Constant>(left) && llvm::isa<llvm::Constant>(right);
  llvm::Value *remainder = nullptr;
  if (isFloatingPoint && isKnown)
    remainder = builder.CreateFRem(left, right);
  else
    remainder = isFloatingPoint ? called(reader, instruction,
                                         callBuiltin(builder, "fmod", left->getType(),
                                                     {signedParameter(left), signedParameter(right)}, Effects::none))
                                : builder.CreateSRem(left, right);
  if (!remainder || instruction.opcode == spv::Op::OpFRem)
    return remainder;
  return withSignOfDivisor(builder, remainder, right, isFloatingPoint);
}

/// Reads OpIAddCarry and similar instructions, whose result is a structure of two numbers.
llvm::Value *readWide(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  auto *result = llvm::dyn_cast_or_null<llvm::StructType>(reader.resultType(instruction));
  llvm::Type *type = result && result->getNumElements() == 2 ? result->getElementType(0) : nullptr;
  if (!type || !type->isIntOrIntVectorTy() || result->getElementType(1) != type) {
    reader.flaw(instruction, "gives a type that it can't give");
    return nullptr;
  }
  const auto values = reader.operandsOf(instruction, 0, 2, type);
  if (values.empty())
    return nullptr;
  llvm::Value *low = nullptr;
  llvm::Value *high = nullptr;
  if (instruction.opcode == spv::Op::OpIAddCarry) {
    low = builder.CreateAdd(values[0], values[1]);
    high = builder.CreateZExt(builder.CreateICmpULT(low, values[0]), type);
  } else if (instruction.opcode == spv::Op::OpISubBorrow) {
    low = builder.CreateSub(values[0], values[1]);
    high = builder.CreateZExt(builder.CreateICmpULT(values[0], values[1]), type);
  } else {
    const bool isSigned = instruction.opcode == spv::Op::OpSMulExtended;
    const auto parameter = [&](llvm::Value *value) { return Parameter{value, mangledType(type, isSigned)}; };
    low = builder.CreateMul(values[0], values[1]);
    high = called(reader, instruction,
                  callBuiltin(builder, "mul_hi", type, {parameter(values[0]), parameter(values[1])}, Effects::none));
  }
  if (!high)
    return nullptr;
  return builder.CreateInsertValue(builder.CreateInsertValue(llvm::PoisonValue::get(result), low, 0), high, 1);
}

llvm::Value *readScaled(Reader &reader, const Instruction &instruction) {
  auto *type = llvm::dyn_cast_or_null<llvm::FixedVectorType>(reader.resultType(instruction));
  llvm::Value *vector = reader.operand(instruction, 0);
  llvm::Value *scalar = reader.operand(instruction, 1);
  if (!type || !type->isFPOrFPVectorTy() || vector->getType() != type || scalar->getType() != type->getElementType()) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  llvm::Value *made =
      reader.builder.CreateFMul(vector, reader.builder.CreateVectorSplat(type->getNumElements(), scalar));
  if (auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(made))
    binary->setFastMathFlags(fastMathOf(reader, instruction));
  return made;
}

/// Reads the instruction as a call of a builtin function whose operands have the result's type.
llvm::Value *readAsBuiltin(Reader &reader, const Instruction &instruction, llvm::StringRef name, size_t count,
                           bool isSigned) {
  llvm::Type *type = reader.resultType(instruction);
  std::vector<Parameter> parameters;
  for (llvm::Value *value : reader.operandsOf(instruction, 0, count, type))
    parameters.push_back({value, mangledType(type, isSigned)});
  if (parameters.empty())
    return nullptr;
  return called(reader, instruction, callBuiltin(reader.builder, name, type, parameters, Effects::none));
}

/// Reads a bit-field operation as a function of cl_khr_extended_bit_ops. The arguments are the base, the inserted value
/// (only for insertion), and offset and count as uint.
llvm::Value *readBitField(Reader &reader, const Instruction &instruction, llvm::StringRef name, bool isSigned) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Type *type = reader.resultType(instruction);
  const size_t values = instruction.opcode == spv::Op::OpBitFieldInsert ? 2 : 1;
  std::vector<Parameter> parameters;
  for (llvm::Value *value : reader.operandsOf(instruction, 0, values, type))
    parameters.push_back({value, mangledType(type, isSigned)});
  if (parameters.empty() || !isOf(reader, instruction, false))
    return nullptr;
  for (size_t index = values; index < values + 2; ++index) {
    llvm::Value *number = reader.operand(instruction, index);
    if (!number->getType()->isIntegerTy()) {
      reader.flaw(instruction, "has operands that don't fit");
      return nullptr;
    }
    parameters.push_back(unsignedParameter(builder.CreateZExtOrTrunc(number, builder.getInt32Ty())));
  }
  return called(reader, instruction, callBuiltin(builder, name, type, parameters, Effects::none));
}

/// Reads a dot product whose factors are first extended to the result's width. An overflow before the accumulation is
/// undefined behaviour.
llvm::Value *readDotOfNumbers(Reader &reader, const Instruction &instruction, bool firstSigned, bool secondSigned,
                              bool accumulates) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Type *type = reader.resultType(instruction);
  llvm::Value *first = reader.operand(instruction, 0);
  llvm::Value *second = reader.operand(instruction, 1);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(first->getType());
  if (!vector || !vector->isIntOrIntVectorTy() || second->getType() != vector || !type || !type->isIntegerTy() ||
      type->getIntegerBitWidth() < vector->getScalarSizeInBits()) {
    reader.flaw(instruction, "has operands that this device does not have it for");
    return nullptr;
  }
  llvm::Type *wide = llvm::FixedVectorType::get(type, vector->getNumElements());
  llvm::Value *products = builder.CreateMul(builder.CreateIntCast(first, wide, firstSigned),
                                            builder.CreateIntCast(second, wide, secondSigned));
  llvm::Value *sum = builder.CreateExtractElement(products, uint64_t(0));
  for (unsigned lane = 1; lane < vector->getNumElements(); ++lane)
    sum = builder.CreateAdd(sum, builder.CreateExtractElement(products, lane));
  if (!accumulates)
    return sum;
  llvm::Value *before = reader.operand(instruction, 2);
  if (before->getType() != type) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  const std::string mangled = mangledType(type, firstSigned);
  return called(reader, instruction,
                callBuiltin(builder, "add_sat", type, {{sum, mangled}, {before, mangled}}, Effects::none));
}

/// Reads a dot product of bytes. The operands are two vectors of four bytes, or two integers with four packed bytes
/// each. The last operand states which.
llvm::Value *readDotOfBytes(Reader &reader, const Instruction &instruction) {
  const spv::Op opcode = instruction.opcode;
  const bool accumulates =
      opcode == spv::Op::OpSDotAccSat || opcode == spv::Op::OpUDotAccSat || opcode == spv::Op::OpSUDotAccSat;
  const bool firstSigned = opcode != spv::Op::OpUDot && opcode != spv::Op::OpUDotAccSat;
  const bool secondSigned = opcode == spv::Op::OpSDot || opcode == spv::Op::OpSDotAccSat;
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Type *type = reader.resultType(instruction);
  llvm::Value *first = reader.operand(instruction, 0);
  llvm::Value *second = reader.operand(instruction, 1);
  const bool isPacked = first->getType()->isIntegerTy(32);
  auto *bytes = llvm::dyn_cast<llvm::FixedVectorType>(first->getType());
  const bool isVector = bytes && bytes->getNumElements() == 4 && bytes->getElementType()->isIntegerTy(8);
  if (!isPacked && (!isVector || !type || !type->isIntegerTy(32)))
    return readDotOfNumbers(reader, instruction, firstSigned, secondSigned, accumulates);
  if (second->getType() != first->getType() || !type || !type->isIntegerTy(32)) {
    reader.flaw(instruction, "has operands that this device does not have it for");
    return nullptr;
  }
  std::string name = accumulates ? "dot_acc_sat" : "dot";
  std::vector<Parameter> parameters;
  if (isPacked) {
    name += std::string("_4x8packed_") + (firstSigned ? "s" : "u") + (secondSigned ? "s" : "u") +
            (firstSigned ? "_int" : "_uint");
    parameters = {unsignedParameter(first), unsignedParameter(second)};
  } else {
    parameters = {{first, mangledType(first->getType(), firstSigned)},
                  {second, mangledType(second->getType(), secondSigned)}};
  }
  if (accumulates) {
    llvm::Value *sum = reader.operand(instruction, 2);
    if (sum->getType() != type)
      reader.flaw(instruction, "has operands that don't fit");
    parameters.push_back({sum, mangledType(sum->getType(), firstSigned)});
  }
  if (reader.failed())
    return nullptr;
  return called(reader, instruction, callBuiltin(builder, name, type, parameters, Effects::none));
}

llvm::Value *readDot(Reader &reader, const Instruction &instruction) {
  llvm::Value *left = reader.operand(instruction, 0);
  llvm::Value *right = reader.operand(instruction, 1);
  llvm::Type *type = reader.resultType(instruction);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(left->getType());
  if (!vector || !vector->isFPOrFPVectorTy() || right->getType() != vector || type != vector->getElementType()) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  if (vector->getNumElements() <= 4)
    return called(
        reader, instruction,
        callBuiltin(reader.builder, "dot", type, {signedParameter(left), signedParameter(right)}, Effects::none));
  llvm::Value *products = reader.builder.CreateFMul(left, right);
  llvm::Value *sum = reader.builder.CreateExtractElement(products, uint64_t(0));
  for (unsigned lane = 1; lane < vector->getNumElements(); ++lane)
    sum = reader.builder.CreateFAdd(sum, reader.builder.CreateExtractElement(products, lane));
  return sum;
}

} // namespace

ReadResult readArithmetic(Reader &reader, const Instruction &instruction) {
  if (const auto operation = integerOperation(instruction.opcode))
    return readInteger(reader, instruction, *operation);
  if (const auto operation = floatOperation(instruction.opcode))
    return readFloat(reader, instruction, *operation);
  if (const auto operation = shiftOperation(instruction.opcode))
    return readShift(reader, instruction, *operation);
  llvm::Type *type = reader.resultType(instruction);
  switch (instruction.opcode) {
  case spv::Op::OpSNegate:
  case spv::Op::OpNot: {
    const auto values = reader.operandsOf(instruction, 0, 1, type);
    if (values.empty() || !isOf(reader, instruction, false))
      return nullptr;
    return instruction.opcode == spv::Op::OpNot ? reader.builder.CreateNot(values[0])
                                                : reader.builder.CreateNeg(values[0]);
  }
  case spv::Op::OpFNegate: {
    const auto values = reader.operandsOf(instruction, 0, 1, type);
    if (values.empty() || !isOf(reader, instruction, true))
      return nullptr;
    llvm::Value *made = reader.builder.CreateFNeg(values[0]);
    if (auto *unary = llvm::dyn_cast<llvm::UnaryOperator>(made))
      unary->setFastMathFlags(fastMathOf(reader, instruction));
    return made;
  }
  case spv::Op::OpSMod:
  case spv::Op::OpFRem:
  case spv::Op::OpFMod:
    return readRemainder(reader, instruction);
  case spv::Op::OpIAddCarry:
  case spv::Op::OpISubBorrow:
  case spv::Op::OpUMulExtended:
  case spv::Op::OpSMulExtended:
    return readWide(reader, instruction);
  case spv::Op::OpVectorTimesScalar:
    return readScaled(reader, instruction);
  case spv::Op::OpDot:
    return readDot(reader, instruction);
  case spv::Op::OpBitCount:
    return readAsBuiltin(reader, instruction, "popcount", 1, false);
  case spv::Op::OpBitReverse:
    return readAsBuiltin(reader, instruction, "bit_reverse", 1, false);
  case spv::Op::OpBitFieldInsert:
    return readBitField(reader, instruction, "bitfield_insert", false);
  case spv::Op::OpBitFieldSExtract:
    return readBitField(reader, instruction, "bitfield_extract_signed", true);
  case spv::Op::OpBitFieldUExtract:
    return readBitField(reader, instruction, "bitfield_extract_unsigned", false);
  case spv::Op::OpSDot:
  case spv::Op::OpUDot:
  case spv::Op::OpSUDot:
  case spv::Op::OpSDotAccSat:
  case spv::Op::OpUDotAccSat:
  case spv::Op::OpSUDotAccSat:
    return readDotOfBytes(reader, instruction);
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
