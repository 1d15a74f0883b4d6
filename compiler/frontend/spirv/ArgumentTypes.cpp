// Derives the OpenCL C names of types from SPIR-V's types, as far as these record them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/ArgumentTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace weft::compiler::spirv {
namespace {

std::string imageName(const llvm::TargetExtType &image) {
  const unsigned dimension = image.getIntParameter(0);
  std::string name = dimension == 5 ? "image1d_buffer" : "image" + llvm::utostr(dimension + 1) + "d";
  if (image.getIntParameter(2) != 0)
    name += "_array";
  if (image.getIntParameter(1) != 0)
    name += "_depth";
  return name + "_t";
}

} // namespace

ArgumentTypes::ArgumentTypes(const DecodedModule &source, const Types &types, const std::map<Id, std::string> &names)
    : types_(types), names_(names) {
  recordsSigns_ = llvm::any_of(source.instructions, [](const Instruction &instruction) {
    return instruction.opcode == spv::Op::OpTypeInt && instruction.word(1) != 0;
  });
}

std::string ArgumentTypes::nameOf(Id id, const Decorations *parameter, unsigned depth) const {
  constexpr unsigned deepest = 8;
  const Type *type = types_.find(id);
  if (!type || depth > deepest)
    return {};
  switch (type->kind) {
  case spv::Op::OpTypePointer: {
    const std::string to = type->isUntyped ? std::string() : nameOf(type->element, nullptr, depth + 1);
    return to.empty() ? to : to + "*";
  }
  case spv::Op::OpTypeVector: {
    const std::string element = nameOf(type->element, parameter, depth + 1);
    return element.empty() ? element
                           : element + llvm::utostr(llvm::cast<llvm::FixedVectorType>(type->type)->getNumElements());
  }
  case spv::Op::OpTypeStruct:
    return structureName(id);
  case spv::Op::OpTypeInt:
    return integerName(*type, parameter);
  case spv::Op::OpTypeFloat: {
    static constexpr const char *words[] = {"half", "float", "double"};
    return words[llvm::Log2_32(static_cast<uint32_t>(type->type->getPrimitiveSizeInBits()) / 16) % 3];
  }
  case spv::Op::OpTypeSampler:
    return "sampler_t";
  case spv::Op::OpTypeImage:
    return imageName(*llvm::cast<llvm::TargetExtType>(type->type));
  case spv::Op::OpTypeQueue:
    return "queue_t";
  default:
    return {};
  }
}

std::string ArgumentTypes::integerName(const Type &type, const Decorations *parameter) const {
  const bool isExtendedByZeros = parameter && parameter->hasParameter(spv::FunctionParameterAttribute::Zext);
  const bool isExtendedBySign = parameter && parameter->hasParameter(spv::FunctionParameterAttribute::Sext);
  if (type.rareWidth != 0 || (!recordsSigns_ && isExtendedByZeros == isExtendedBySign))
    return {};
  const bool isSigned = isExtendedByZeros != isExtendedBySign ? isExtendedBySign : type.isSigned;
  static constexpr const char *words[] = {"char", "short", "int", "long"};
  return std::string(isSigned ? "" : "u") + words[llvm::Log2_32(type.type->getIntegerBitWidth() / 8) % 4];
}

/// Returns the name of a structure in the source. Producers name structures as LLVM does, "struct.pair.3", where the
/// number only makes the name unique.
std::string ArgumentTypes::structureName(Id id) const {
  const auto found = names_.find(id);
  llvm::StringRef name = found == names_.end() ? llvm::StringRef() : llvm::StringRef(found->second);
  if (!name.consume_front("struct."))
    name.consume_front("union.");
  const auto [plain, number] = name.rsplit('.');
  return (!number.empty() && llvm::all_of(number, llvm::isDigit) ? plain : name).str();
}

} // namespace weft::compiler::spirv
