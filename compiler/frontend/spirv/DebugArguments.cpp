// Finds the debug information of kernel arguments and translates their types to OpenCL C.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/DebugArguments.h"

#include "llvm/ADT/StringExtras.h"

namespace weft::compiler::spirv {
namespace {

// The numbers of the instructions that OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo.100 have in common.
constexpr uint32_t typeBasic = 2, typePointer = 3, typeQualifier = 4, typeVector = 6, typeDefinition = 7,
                   typeComposite = 10, debugFunction = 20, localVariable = 26;
/// An instruction of NonSemantic.Shader.DebugInfo.100, which stands in a function's body and names its DebugFunction.
constexpr uint32_t functionDefinition = 101;

/// The index of the first operand of an OpExtInst that belongs to the debug instruction. The operands before it are the
/// id of the instruction set and the number of the instruction.
constexpr size_t first = 2;

/// Values of DebugBaseTypeAttributesEncoding.
constexpr uint32_t encodingOfFloat = 3, encodingOfSigned = 4, encodingOfSignedChar = 5, encodingOfUnsigned = 6,
                   encodingOfUnsignedChar = 7;

} // namespace

DebugArguments::DebugArguments(const DecodedModule &source) {
  for (const Instruction &instruction : source.instructions)
    if (instruction.opcode == spv::Op::OpExtInstImport) {
      const std::string name = instruction.text(0);
      if (name == "OpenCL.DebugInfo.100")
        sets_[instruction.result] = Set::openCl;
      else if (name == "NonSemantic.Shader.DebugInfo.100")
        sets_[instruction.result] = Set::nonSemantic;
    }
  if (sets_.empty())
    return;
  for (const Instruction &instruction : source.instructions)
    note(instruction);
  for (const auto &[id, entry] : entries_) {
    // The last operand is the index of the argument, counted from 1.
    constexpr size_t argument = first + 7;
    if (entry.instruction->word(1) != localVariable || entry.instruction->size() <= argument)
      continue;
    const uint32_t index = numberAt(entry, argument);
    if (index != 0)
      arguments_[entry.instruction->word(first + 5)][index - 1] = {textAt(entry, first),
                                                                   typeName(entry.instruction->word(first + 1), 0)};
  }
}

void DebugArguments::note(const Instruction &instruction) {
  if (instruction.opcode == spv::Op::OpString)
    strings_[instruction.result] = instruction.text(0);
  else if (instruction.opcode == spv::Op::OpConstant && instruction.words(0).size() == 1)
    numbers_[instruction.result] = instruction.word(0);
  if (instruction.opcode != spv::Op::OpExtInst)
    return;
  const auto set = sets_.find(instruction.word(0));
  if (set == sets_.end())
    return;
  entries_[instruction.result] = {set->second, &instruction};
  constexpr size_t functionOfOpenCl = first + 9;
  if (instruction.word(1) == debugFunction && set->second == Set::openCl && instruction.size() > functionOfOpenCl)
    functions_[instruction.word(functionOfOpenCl)] = instruction.result;
  else if (instruction.word(1) == functionDefinition && set->second == Set::nonSemantic)
    functions_[instruction.word(first + 1)] = instruction.word(first);
}

std::map<unsigned, DebugArgument> DebugArguments::argumentsOf(Id function) const {
  const auto described = functions_.find(function);
  const auto found = described == functions_.end() ? arguments_.end() : arguments_.find(described->second);
  return found == arguments_.end() ? std::map<unsigned, DebugArgument>() : found->second;
}

uint32_t DebugArguments::numberAt(const Entry &entry, size_t operand) const {
  const uint32_t word = entry.instruction->word(operand);
  if (entry.set == Set::openCl)
    return word;
  const auto found = numbers_.find(word);
  return found == numbers_.end() ? 0 : found->second;
}

std::string DebugArguments::textAt(const Entry &entry, size_t operand) const {
  const auto found = strings_.find(entry.instruction->word(operand));
  return found == strings_.end() ? std::string() : found->second;
}

std::string DebugArguments::typeName(Id id, unsigned depth) const {
  constexpr unsigned deepest = 16;
  const auto found = depth > deepest ? entries_.end() : entries_.find(id);
  if (found == entries_.end())
    return {};
  const Entry &entry = found->second;
  const Id base = entry.instruction->word(first);
  switch (entry.instruction->word(1)) {
  case typeBasic:
    return basicName(entry);
  case typeDefinition:
  case typeComposite:
    return textAt(entry, first);
  case typeQualifier:
    return typeName(base, depth + 1);
  case typePointer: {
    const std::string to = typeName(base, depth + 1);
    return to.empty() ? to : to + "*";
  }
  case typeVector: {
    const std::string element = typeName(base, depth + 1);
    return element.empty() ? element : element + llvm::utostr(numberAt(entry, first + 1));
  }
  default:
    return {};
  }
}

/// Returns the OpenCL C name of a basic type. It is made from the type's size and encoding, because the debug
/// information has the names of C.
std::string DebugArguments::basicName(const Entry &entry) const {
  // In both instruction sets, the operand is the id of a constant that has the size.
  const auto size = numbers_.find(entry.instruction->word(first + 1));
  const uint32_t bits = size == numbers_.end() ? 0 : size->second;
  const uint32_t encoding = numberAt(entry, first + 2);
  if (encoding == encodingOfFloat)
    return bits == 16 ? "half" : bits == 32 ? "float" : bits == 64 ? "double" : "";
  const bool isSigned = encoding == encodingOfSigned || encoding == encodingOfSignedChar;
  if (!isSigned && encoding != encodingOfUnsigned && encoding != encodingOfUnsignedChar)
    return {};
  const std::string word = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : bits == 64 ? "long" : "";
  return word.empty() || isSigned ? word : "u" + word;
}

} // namespace weft::compiler::spirv
