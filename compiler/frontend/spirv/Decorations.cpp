// Gathers the decorations of all ids from OpDecorate and similar instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Decorations.h"

namespace weft::compiler::spirv {
namespace {

/// The number of HostAccessINTEL, which the SPIR-V header of Linux distributions lacks.
constexpr uint32_t hostAccess = 6188;

/// Adds one decoration to `target`. `at` is the index of the operand that names the decoration, and its parameters
/// follow.
void decorate(Decorations &target, const Instruction &instruction, size_t at) {
  const uint32_t parameter = instruction.word(at + 1);
  if (instruction.word(at) == hostAccess)
    target.hostName = instruction.text(at + 2);
  switch (static_cast<spv::Decoration>(instruction.word(at))) {
  case spv::Decoration::BuiltIn:
    target.builtIn = static_cast<spv::BuiltIn>(parameter);
    break;
  case spv::Decoration::FPRoundingMode:
    target.rounding = static_cast<spv::FPRoundingMode>(parameter);
    break;
  case spv::Decoration::SpecId:
    target.specId = parameter;
    break;
  case spv::Decoration::LinkageAttributes:
    target.linkageName = instruction.text(at + 1);
    target.linkage = static_cast<spv::LinkageType>(instruction.word(at + 2));
    break;
  case spv::Decoration::Alignment:
    target.alignment = parameter;
    break;
  case spv::Decoration::AlignmentId:
    target.alignmentId = parameter;
    break;
  case spv::Decoration::FPFastMathMode:
    target.fastMath = parameter;
    break;
  case spv::Decoration::FuncParamAttr:
    if (parameter < 32)
      target.parameters |= uint32_t(1) << parameter;
    break;
  case spv::Decoration::SaturatedConversion:
    target.saturated = true;
    break;
  case spv::Decoration::NoContraction:
    target.noContraction = true;
    break;
  case spv::Decoration::NoSignedWrap:
    target.noSignedWrap = true;
    break;
  case spv::Decoration::NoUnsignedWrap:
    target.noUnsignedWrap = true;
    break;
  case spv::Decoration::Volatile:
    target.isVolatile = true;
    break;
  case spv::Decoration::Restrict:
    target.isRestrict = true;
    break;
  case spv::Decoration::Constant:
    target.isConstant = true;
    break;
  case spv::Decoration::CPacked:
    target.packed = true;
    break;
  case spv::Decoration::ReferencedIndirectlyINTEL:
    target.isReferencedIndirectly = true;
    break;
  default: // the device doesn't act on the other decorations
    break;
  }
}

} // namespace

std::map<Id, Decorations> readDecorations(const DecodedModule &module) {
  std::map<Id, Decorations> found;
  // OpGroupDecorate applies the decorations of a group id to several ids, the group's members. The decorations of the
  // group id come first in the module.
  std::map<Id, std::vector<const Instruction *>> decorating;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpDecorate || instruction.opcode == spv::Op::OpDecorateId) {
      decorate(found[instruction.word(0)], instruction, 1);
      decorating[instruction.word(0)].push_back(&instruction);
    } else if (instruction.opcode == spv::Op::OpGroupDecorate) {
      const auto group = decorating.find(instruction.word(0));
      for (size_t member = 1; group != decorating.end() && member < instruction.size(); ++member)
        for (const Instruction *decoration : group->second)
          decorate(found[instruction.word(member)], *decoration, 1);
    } else if (instruction.opcode == spv::Op::OpFunction) {
      break;
    }
  }
  return found;
}

} // namespace weft::compiler::spirv
