// Counts the instructions, types and annotations of a module against its limits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/ModuleBudget.h"

#include <algorithm>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include "frontend/spirv/Additions.h"
#include "frontend/spirv/Types.h"

namespace weft::compiler::spirv {
namespace {

using Limits = ModuleLimits;

llvm::Error checkCounts(const DecodedModule &module) {
  if (module.instructions.size() > Limits::instructions.most)
    return beyond(Limits::instructions);
  uint64_t functions = 0, blocks = 0, cases = 0;
  for (const Instruction &instruction : module.instructions) {
    functions += instruction.opcode == spv::Op::OpFunction ? 1 : 0;
    blocks += instruction.opcode == spv::Op::OpLabel ? 1 : 0;
    // A case has two words, or three if the selector has 64 bits. This division counts a case of three words as one and
    // a half cases.
    cases += instruction.opcode == spv::Op::OpSwitch ? instruction.words(2).size() / 2 : 0;
  }
  if (functions > Limits::functions.most)
    return beyond(Limits::functions);
  if (blocks > Limits::blocks.most)
    return beyond(Limits::blocks);
  return cases > Limits::cases.most ? beyond(Limits::cases) : llvm::Error::success();
}

/// Returns the index of the operand that is a name for the host, for other programs or for people: the name of an entry
/// point, of a linked function or variable, or of an OpName. Returns nothing if the instruction has no such operand.
std::optional<size_t> nameOperandOf(const Instruction &instruction) {
  switch (instruction.opcode) {
  case spv::Op::OpEntryPoint:
    return 2;
  case spv::Op::OpName:
    return 1;
  case spv::Op::OpMemberName:
    return 2;
  case spv::Op::OpDecorate:
    if (static_cast<spv::Decoration>(instruction.word(1)) == spv::Decoration::LinkageAttributes)
      return 2;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

llvm::Error checkNames(const DecodedModule &module) {
  uint64_t entryPoints = 0, words = 0;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpFunction)
      break;
    const std::optional<size_t> name = nameOperandOf(instruction);
    if (name && instruction.words(*name).size() > Limits::nameLetters.most / sizeof(uint32_t))
      return beyond(Limits::nameLetters);
    if (instruction.opcode == spv::Op::OpEntryPoint) {
      ++entryPoints;
      words += instruction.words(*name).size();
    }
  }
  if (entryPoints > Limits::entryPoints.most)
    return beyond(Limits::entryPoints);
  if (entryPoints * words * sizeof(uint32_t) > Limits::entryPointLetters.most)
    return beyond(Limits::entryPointLetters);
  return llvm::Error::success();
}

/// Counts the nesting levels and the parts of each type (the type itself and the types in it), and the parts of all
/// values together. It reads the module in its order, in which a type comes after the types of its members.
class TypeCosts {
public:
  /// Returns the limit that the module exceeds, or null.
  const ModuleLimit *add(const Instruction &instruction) {
    if (Types::declares(instruction.opcode))
      return addType(instruction);
    if (instruction.type == 0)
      return nullptr;
    // A variable, or any other pointer, has a pointer type. It counts with the parts of the type that it points to.
    Id type = instruction.type;
    if (const auto object = objects_.find(type); object != objects_.end())
      type = object->second;
    values_ += costs_.lookup(type).parts;
    return values_ > Limits::valueParts.most ? &Limits::valueParts : nullptr;
  }

private:
  struct Cost {
    uint64_t levels = 0;
    uint64_t parts = 0;
  };

  const ModuleLimit *addType(const Instruction &instruction) {
    if (instruction.result == 0) // OpTypeForwardPointer
      return nullptr;
    Cost cost = {1, 1};
    const bool isPointer = instruction.opcode == spv::Op::OpTypePointer;
    for (const Operand &operand : instruction.operands) {
      const auto part = operand.isId && !operand.words.empty() ? costs_.find(operand.words[0]) : costs_.end();
      if (part == costs_.end())
        continue;
      cost.levels = std::max(cost.levels, part->second.levels + 1);
      cost.parts += isPointer ? 0 : part->second.parts; // each part is below the limit, so the sum can't overflow
    }
    if (isPointer)
      objects_[instruction.result] = instruction.word(1);
    costs_[instruction.result] = cost;
    if (cost.levels > Limits::typeLevels.most)
      return &Limits::typeLevels;
    return cost.parts > Limits::typeParts.most ? &Limits::typeParts : nullptr;
  }

  llvm::DenseMap<Id, Cost> costs_;
  llvm::DenseMap<Id, Id> objects_; ///< from pointer types to the pointed-to types
  uint64_t values_ = 0;
};

llvm::Error checkTypes(const DecodedModule &module) {
  TypeCosts costs;
  for (const Instruction &instruction : module.instructions)
    if (const ModuleLimit *limit = costs.add(instruction))
      return beyond(*limit);
  return llvm::Error::success();
}

llvm::Error checkGroups(const DecodedModule &module) {
  llvm::DenseMap<Id, uint64_t> decorations;
  uint64_t made = 0;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpFunction)
      break;
    const Id id = instruction.word(0);
    if (instruction.opcode == spv::Op::OpDecorate || instruction.opcode == spv::Op::OpDecorateId)
      ++decorations[id];
    else if (instruction.opcode == spv::Op::OpGroupDecorate || instruction.opcode == spv::Op::OpGroupMemberDecorate)
      made += instruction.size() * decorations.lookup(id);
    if (made > Limits::groupDecorations.most)
      return beyond(Limits::groupDecorations);
  }
  return llvm::Error::success();
}

llvm::Error checkInterfaces(const DecodedModule &module) {
  constexpr uint32_t wholeInterfaces = 0x00010400;
  uint64_t entryPoints = 0, listed = 0, variables = 0, modes = 0;
  llvm::DenseMap<Id, uint64_t> kernels; // by the id of the function
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpFunction)
      break;
    variables += instruction.opcode == spv::Op::OpVariable ? 1 : 0;
    if (instruction.opcode == spv::Op::OpEntryPoint) {
      ++entryPoints;
      ++kernels[instruction.word(1)];
      listed += instruction.size();
    } else if (instruction.opcode == spv::Op::OpExecutionMode || instruction.opcode == spv::Op::OpExecutionModeId) {
      modes += kernels.lookup(instruction.word(0));
    }
  }
  if (modes > Limits::executionModes.most)
    return beyond(Limits::executionModes);
  if (module.version >= wholeInterfaces)
    listed += entryPoints * variables;
  return listed > Limits::interfaceVariables.most ? beyond(Limits::interfaceVariables) : llvm::Error::success();
}

llvm::Error checkArguments(const DecodedModule &module) {
  llvm::DenseMap<Id, uint64_t> kernels; // by the id of the function
  uint64_t arguments = 0, kernelsOfFunction = 0;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpEntryPoint)
      ++kernels[instruction.word(1)];
    else if (instruction.opcode == spv::Op::OpFunction)
      kernelsOfFunction = kernels.lookup(instruction.result);
    else if (instruction.opcode == spv::Op::OpFunctionParameter)
      arguments += kernelsOfFunction;
  }
  return arguments > Limits::arguments.most ? beyond(Limits::arguments) : llvm::Error::success();
}

} // namespace

ModuleClock::ModuleClock() { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start_); }

bool ModuleClock::isOverNow() const {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec - start_.tv_sec > static_cast<int64_t>(Limits::seconds.most);
}

llvm::Error beyond(const ModuleLimit &limit) {
  return llvm::createStringError("The SPIR-V module can't be used: it " +
                                 llvm::formatv(limit.sentence.data(), limit.most).str() +
                                 ", which is beyond what this device takes.");
}

llvm::Error checkBudget(const DecodedModule &module) {
  for (const auto check :
       {checkCounts, checkNames, checkTypes, checkGroups, checkInterfaces, checkArguments, checkCalls, checkFlow})
    if (llvm::Error error = check(module))
      return error;
  return llvm::Error::success();
}

} // namespace weft::compiler::spirv
