// Reads conversions between numbers and between pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/Support/MathExtras.h"

#include "builtins/archive/AddressSpaces.h"
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

/// The LLVM cast of a conversion, and the signedness of its operand and result if these are integers.
struct NumberConversion {
  llvm::Instruction::CastOps cast;
  bool fromSigned;
  bool toSigned;
  bool saturates;
};

std::optional<NumberConversion> conversionOf(spv::Op opcode) {
  using Cast = llvm::Instruction::CastOps;
  switch (opcode) {
  case spv::Op::OpConvertFToU:
    return NumberConversion{Cast::FPToUI, true, false, false};
  case spv::Op::OpConvertFToS:
    return NumberConversion{Cast::FPToSI, true, true, false};
  case spv::Op::OpConvertSToF:
    return NumberConversion{Cast::SIToFP, true, true, false};
  case spv::Op::OpConvertUToF:
    return NumberConversion{Cast::UIToFP, false, true, false};
  case spv::Op::OpUConvert:
    return NumberConversion{Cast::ZExt, false, false, false};
  case spv::Op::OpSConvert:
    return NumberConversion{Cast::SExt, true, true, false};
  case spv::Op::OpFConvert:
    return NumberConversion{Cast::FPExt, true, true, false};
  case spv::Op::OpSatConvertSToU:
    return NumberConversion{Cast::SExt, true, false, true};
  case spv::Op::OpSatConvertUToS:
    return NumberConversion{Cast::ZExt, false, true, true};
  default:
    return std::nullopt;
  }
}

/// Returns the type's name as it occurs in convert_uint4: "uint4".
std::string typeName(llvm::Type *type, bool isSigned) {
  llvm::Type *scalar = type->getScalarType();
  std::string name;
  if (scalar->isIntegerTy()) {
    static constexpr const char *words[] = {"char", "short", "int", "long"};
    name = std::string(isSigned ? "" : "u") + words[llvm::Log2_32(scalar->getIntegerBitWidth() / 8) % 4];
  } else {
    static constexpr const char *words[] = {"half", "float", "double"};
    name = words[llvm::Log2_32(scalar->getPrimitiveSizeInBits() / 16) % 3];
  }
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    name += std::to_string(vector->getNumElements());
  return name;
}

llvm::StringRef suffixOf(spv::FPRoundingMode mode) {
  switch (mode) {
  case spv::FPRoundingMode::RTE:
    return "_rte";
  case spv::FPRoundingMode::RTZ:
    return "_rtz";
  case spv::FPRoundingMode::RTP:
    return "_rtp";
  default:
    return "_rtn";
  }
}

/// Reads a conversion of numbers. A conversion with decorations is a call of OpenCL C's convert_<type>_sat_rte or a
/// similar function. A conversion without decorations is a cast.
llvm::Value *readNumber(Reader &reader, const Instruction &instruction, const NumberConversion &conversion) {
  using Cast = llvm::Instruction::CastOps;
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, 0);
  llvm::Type *from = value->getType();
  llvm::Type *to = reader.resultType(instruction);
  const bool fromFloat =
      conversion.cast == Cast::FPToUI || conversion.cast == Cast::FPToSI || conversion.cast == Cast::FPExt;
  const bool toFloat =
      conversion.cast == Cast::UIToFP || conversion.cast == Cast::SIToFP || conversion.cast == Cast::FPExt;
  if (!to || !haveSameShape(from, to) || (fromFloat ? !from->isFPOrFPVectorTy() : !from->isIntOrIntVectorTy()) ||
      (toFloat ? !to->isFPOrFPVectorTy() : !to->isIntOrIntVectorTy())) {
    reader.flaw(instruction, "has an operand that doesn't fit");
    return nullptr;
  }
  const Decorations &decorations = reader.decorationsOf(instruction.result);
  const bool saturates = (conversion.saturates || decorations.saturated) && !toFloat;
  // A rounding mode is ignored if both types are integers, because nothing is rounded. RTZ (towards zero) is ignored
  // for a conversion from float to an integer, because the cast rounds towards zero, too.
  const bool rounds = decorations.rounding && (fromFloat || toFloat) &&
                      (!fromFloat || toFloat || decorations.rounding != spv::FPRoundingMode::RTZ);
  if (saturates || rounds) {
    const std::string name = "convert_" + typeName(to, conversion.toSigned) + (saturates ? "_sat" : "") +
                             (rounds ? suffixOf(*decorations.rounding).str() : "");
    return called(reader, instruction,
                  callBuiltin(builder, name, to, {{value, mangledType(from, conversion.fromSigned)}}, Effects::none));
  }
  if (conversion.cast == Cast::ZExt)
    return builder.CreateZExtOrTrunc(value, to);
  if (conversion.cast == Cast::SExt)
    return builder.CreateSExtOrTrunc(value, to);
  if (conversion.cast == Cast::FPExt)
    return builder.CreateFPCast(value, to);
  return builder.CreateCast(conversion.cast, value, to);
}

llvm::Value *readBitcast(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, 0);
  llvm::Type *to = reader.resultType(instruction);
  llvm::Type *from = value->getType();
  if (to == from)
    return value;
  // From SPIR-V 1.5 on, a pointer may also be converted to or from a vector of integers.
  const auto hasAddressesSize = [](llvm::Type *type) {
    return type->isIntOrIntVectorTy() && type->getPrimitiveSizeInBits() == 64;
  };
  if (to && from->isPointerTy() && hasAddressesSize(to))
    return builder.CreateBitCast(builder.CreatePtrToInt(value, builder.getInt64Ty()), to);
  if (to && to->isPointerTy() && hasAddressesSize(from))
    return builder.CreateIntToPtr(builder.CreateBitCast(value, builder.getInt64Ty()), to);
  const auto isVectorOfPointers = [](llvm::Type *type) { return type->isVectorTy() && type->isPtrOrPtrVectorTy(); };
  if (to && isVectorOfPointers(from) && to == from->getWithNewType(builder.getInt64Ty()))
    return builder.CreatePtrToInt(value, to);
  if (to && isVectorOfPointers(to) && from == to->getWithNewType(builder.getInt64Ty()))
    return builder.CreateIntToPtr(value, to);
  const auto isNumber = [](llvm::Type *type) { return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy(); };
  if (!to || !isNumber(to) || !isNumber(from) || to->getPrimitiveSizeInBits() != from->getPrimitiveSizeInBits()) {
    reader.flaw(instruction, "has an operand of another size than its result");
    return nullptr;
  }
  return builder.CreateBitCast(value, to);
}

/// Reads a bitcast in which one type is an integer of a rare width (one that OpenCL C lacks). The other type is another
/// such integer, or a vector with as many bits.
llvm::Value *readRareBitcast(Reader &reader, const Instruction &instruction, unsigned fromWidth, unsigned toWidth) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, 0);
  llvm::Type *to = reader.resultType(instruction);
  if (fromWidth == toWidth && value->getType() == to)
    return value;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(fromWidth != 0 ? to : value->getType());
  llvm::Type *holder = fromWidth != 0 ? value->getType() : to;
  const uint64_t bits = vector ? vector->getPrimitiveSizeInBits().getFixedValue() : 0;
  if (!vector || !holder->isIntegerTy() || vector->isPtrOrPtrVectorTy() || bits != (fromWidth | toWidth)) {
    reader.flaw(instruction, "has an operand of another size than its result");
    return nullptr;
  }
  // The LLVM integer that contains the value is wider than the value, so it can only be cast to or from a longer
  // vector. A shuffle then drops or adds the elements above the rare width.
  const unsigned elements = vector->getNumElements();
  auto *longer = llvm::FixedVectorType::get(vector->getElementType(),
                                            holder->getIntegerBitWidth() / vector->getScalarSizeInBits());
  std::vector<int> mask;
  for (unsigned index = 0; index < (fromWidth != 0 ? elements : longer->getNumElements()); ++index)
    mask.push_back(static_cast<int>(std::min(index, elements)));
  if (fromWidth != 0)
    return builder.CreateShuffleVector(builder.CreateBitCast(value, longer), mask);
  return builder.CreateBitCast(builder.CreateShuffleVector(value, llvm::Constant::getNullValue(vector), mask), to);
}

/// Reads OpConvertPtrToU and OpConvertUToPtr. If the integer doesn't have the width of a pointer, it is also extended
/// with zeros or truncated.
llvm::Value *readPointerCast(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, 0);
  llvm::Type *to = reader.resultType(instruction);
  llvm::Type *from = value->getType();
  if (to && from->isPtrOrPtrVectorTy() && to->isIntOrIntVectorTy() && haveSameShape(from, to))
    return builder.CreatePtrToInt(value, to);
  if (to && to->isPtrOrPtrVectorTy() && from->isIntOrIntVectorTy() && haveSameShape(from, to))
    return builder.CreateIntToPtr(builder.CreateZExtOrTrunc(value, from->getWithNewType(builder.getInt64Ty())), to);
  // A pointer to a function is already an integer (FunctionPointers.h), so only its width may change.
  const Type *pointer = instruction.opcode == spv::Op::OpConvertPtrToU
                            ? reader.typeInfoOf(instruction, instruction.word(0))
                            : reader.types().find(instruction.type);
  if (to && to->isIntegerTy() && from->isIntegerTy() && pointer &&
      pointer->storage == spv::StorageClass::CodeSectionINTEL)
    return builder.CreateZExtOrTrunc(value, to);
  reader.flaw(instruction, "has an operand that doesn't fit");
  return nullptr;
}

bool isPointerTo(llvm::Type *type, unsigned space) {
  return type && type->isPtrOrPtrVectorTy() && type->getPointerAddressSpace() == space;
}

llvm::Value *readSpaceCast(Reader &reader, const Instruction &instruction) {
  llvm::Value *value = reader.operand(instruction, 0);
  llvm::Type *to = reader.resultType(instruction);
  const bool toGeneric = instruction.opcode == spv::Op::OpPtrCastToGeneric;
  if (!to || !to->isPtrOrPtrVectorTy() || !value->getType()->isPtrOrPtrVectorTy() ||
      !haveSameShape(to, value->getType()) || !isPointerTo(toGeneric ? to : value->getType(), spirGeneric)) {
    reader.flaw(instruction, "has operands that are no such pointers");
    return nullptr;
  }
  return reader.builder.CreateAddrSpaceCast(value, to);
}

/// Reads an explicit cast to an address space as a call of Clang's __to_global or a similar function. The names of
/// these functions are not mangled.
llvm::Value *readExplicitCast(Reader &reader, const Instruction &instruction) {
  llvm::Value *value = reader.operand(instruction, 0);
  llvm::Type *to = reader.resultType(instruction);
  if (!isPointerTo(value->getType(), spirGeneric) || !to || !to->isPointerTy()) {
    reader.flaw(instruction, "has operands that are no such pointers");
    return nullptr;
  }
  llvm::StringRef name;
  switch (to->getPointerAddressSpace()) {
  case spirGlobal:
    name = "__to_global";
    break;
  case spirLocal:
    name = "__to_local";
    break;
  case spirPrivate:
    name = "__to_private";
    break;
  default:
    reader.flaw(instruction, "asks for memory that generic pointers don't point to");
    return nullptr;
  }
  auto *type = llvm::FunctionType::get(to, {value->getType()}, false);
  return called(reader, instruction, callUnmangled(reader.builder, name, type, {value}));
}

/// Reads OpGenericPtrMemSemantics. get_fence returns CLK_*_MEM_FENCE flags, but the instruction returns the bits of
/// memory semantics.
llvm::Value *readPointerSemantics(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, 0);
  if (!isPointerTo(value->getType(), spirGeneric)) {
    reader.flaw(instruction, "has an operand that is no generic pointer");
    return nullptr;
  }
  llvm::Value *fence = called(reader, instruction,
                              callBuiltin(builder, "get_fence", builder.getInt32Ty(),
                                          {{value, mangledPointer(value->getType(), "v")}}, Effects::any));
  if (!fence)
    return nullptr;
  // The bits WorkgroupMemory and CrossWorkgroupMemory have the order of the two flags, so a shift converts the flags.
  return builder.CreateShl(builder.CreateAnd(fence, builder.getInt32(3)), 8);
}

} // namespace

ReadResult readConversion(Reader &reader, const Instruction &instruction) {
  if (const auto conversion = conversionOf(instruction.opcode))
    return readNumber(reader, instruction, *conversion);
  switch (instruction.opcode) {
  case spv::Op::OpBitcast:
    if (const Type *from = reader.typeInfoOf(instruction, instruction.word(0)))
      if (const unsigned width = reader.rareWidthOf(instruction.type); (from->rareWidth | width) != 0)
        return readRareBitcast(reader, instruction, from->rareWidth, width);
    return readBitcast(reader, instruction);
  case spv::Op::OpConvertPtrToU:
  case spv::Op::OpConvertUToPtr:
    return readPointerCast(reader, instruction);
  case spv::Op::OpPtrCastToGeneric:
  case spv::Op::OpGenericCastToPtr:
    return readSpaceCast(reader, instruction);
  case spv::Op::OpGenericCastToPtrExplicit:
    return readExplicitCast(reader, instruction);
  case spv::Op::OpGenericPtrMemSemantics:
    return readPointerSemantics(reader, instruction);
  case spv::Op::OpQuantizeToF16: {
    const auto values = reader.operandsOf(instruction, 0, 1, reader.resultType(instruction));
    if (values.empty() || !values[0]->getType()->isFPOrFPVectorTy())
      return nullptr;
    llvm::Type *half = values[0]->getType()->getWithNewType(reader.builder.getHalfTy());
    return reader.builder.CreateFPCast(reader.builder.CreateFPCast(values[0], half), values[0]->getType());
  }
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
