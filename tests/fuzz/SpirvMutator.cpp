// Changes to SPIR-V modules that know what an instruction is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvMutator.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp11>

namespace weft::fuzz {
namespace {

using Instruction = SpirvModule::Instruction;

constexpr uint32_t opcodeMask = 0xffff;
constexpr unsigned lengthShift = 16;

uint32_t opcodeOf(const Instruction &instruction) { return instruction[0] & opcodeMask; }

void setOpcode(Instruction &instruction, uint32_t opcode) {
  instruction[0] = (instruction[0] & ~opcodeMask) | (opcode & opcodeMask);
}

void setLength(Instruction &instruction) {
  instruction[0] = opcodeOf(instruction) | static_cast<uint32_t>(instruction.size()) << lengthShift;
}

const std::vector<uint32_t> numbers = {0,  1,  2,   3,    4,          5,          6,          7,         8,       12,
                                       15, 16, 24,  31,   32,         33,         44,         63,        64,      65,
                                       80, 96, 128, 4096, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff, 0x10000, 5000};

} // namespace

SpirvModule SpirvModule::read(const std::string &bytes) {
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  SpirvModule module;
  std::copy_n(words.begin(), module.header.size(), module.header.begin());
  for (size_t at = module.header.size(); at < words.size();) {
    const size_t length = std::clamp<size_t>(words[at] >> lengthShift, 1, words.size() - at);
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
    module.instructions.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(length));
    at += length;
  }
  return module;
}

std::string SpirvModule::write() const {
  std::string bytes(reinterpret_cast<const char *>(header.data()), sizeof header);
  for (const Instruction &instruction : instructions)
    bytes.append(reinterpret_cast<const char *>(instruction.data()), instruction.size() * sizeof(uint32_t));
  return bytes;
}

SpirvMutator::Places SpirvMutator::placesOf(const Instruction &instruction) {
  bool hasResult = false;
  bool hasType = false;
  spv::HasResultAndType(static_cast<spv::Op>(opcodeOf(instruction)), &hasResult, &hasType);
  Places places;
  places.type = hasType ? 1 : 0;
  places.result = hasResult ? places.type + 1 : 0;
  if (std::max(places.type, places.result) >= instruction.size())
    places = {};
  return places;
}

std::string SpirvMutator::make() {
  SpirvModule module = anyOf(random_, donors_);
  // Most with a single change: the others rarely get past the validator.
  for (uint64_t left = oneIn(random_, 3) ? 1 + below(random_, oneIn(random_, 10) ? 30 : 4) : 1; left != 0; --left)
    change(module);
  std::string bytes = module.write();
  if (oneIn(random_, 25))
    damage(bytes);
  return bytes;
}

void SpirvMutator::change(SpirvModule &module) {
  if (module.instructions.empty())
    return;
  switch (below(random_, 18)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return changeOperand(module);
  case 4:
  case 5:
  case 6:
  case 7:
  case 8:
    return replaceByKin(module);
  case 9:
  case 10:
    return changeOpcode(module);
  case 11:
  case 12:
    return changeList(module);
  case 13:
    return changeShape(module);
  case 14:
    return insertForeign(module);
  case 15:
  case 16:
    return changeFlow(module);
  default:
    if (oneIn(random_, 4))
      return changeHeader(module);
    return changeOperand(module);
  }
}

Instruction &SpirvMutator::anyInstruction(SpirvModule &module) {
  // Declarations of types and constants shape all that follows, and are few.
  std::vector<size_t> declarations;
  if (oneIn(random_, 4))
    for (size_t at = 0; at < module.instructions.size(); ++at) {
      const auto opcode = static_cast<spv::Op>(opcodeOf(module.instructions[at]));
      if (opcode >= spv::Op::OpTypeVoid && opcode <= spv::Op::OpVariable && opcode != spv::Op::OpFunctionParameter)
        declarations.push_back(at);
    }
  return module
      .instructions[declarations.empty() ? below(random_, module.instructions.size()) : anyOf(random_, declarations)];
}

uint32_t SpirvMutator::anyNumber(uint32_t bound) {
  if (oneIn(random_, 2))
    return static_cast<uint32_t>(below(random_, uint64_t(bound) + 2));
  return oneIn(random_, 8) ? static_cast<uint32_t>(random_()) : anyOf(random_, numbers);
}

/// An id, a literal or a mask: what it is isn't asked.
void SpirvMutator::changeOperand(SpirvModule &module) {
  Instruction &instruction = anyInstruction(module);
  if (instruction.size() < 2)
    return;
  uint32_t &word = instruction[1 + below(random_, instruction.size() - 1)];
  switch (below(random_, 4)) {
  case 0:
    word ^= uint32_t(1) << below(random_, oneIn(random_, 3) ? 32 : 6);
    break;
  case 1:
    word += oneIn(random_, 2) ? 1 : ~uint32_t(0);
    break;
  default:
    word = anyNumber(module.header[3]);
  }
}

/// An id becomes that of another value of the same type, or of another type of the same kind, that stands before: the
/// module mostly stays valid.
void SpirvMutator::replaceByKin(SpirvModule &module) {
  std::map<uint32_t, uint64_t> kinds; // of ids: their type, or the opcode of a type
  const Instruction *chosen = &anyInstruction(module);
  for (Instruction &instruction : module.instructions) {
    const Places places = placesOf(instruction);
    if (&instruction == chosen) {
      std::vector<std::pair<size_t, uint32_t>> changes;
      for (size_t at = 1; at < instruction.size(); ++at)
        if (const auto own = kinds.find(instruction[at]); at != places.result && own != kinds.end())
          for (const auto &[id, kind] : kinds)
            if (kind == own->second && id != instruction[at])
              changes.emplace_back(at, id);
      if (changes.empty())
        return changeOperand(module);
      const auto [at, id] = anyOf(random_, changes);
      instruction[at] = id;
      return;
    }
    if (places.result != 0)
      kinds[instruction[places.result]] =
          places.type != 0 ? instruction[places.type] : uint64_t(opcodeOf(instruction)) << 32;
  }
}

void SpirvMutator::changeOpcode(SpirvModule &module) {
  Instruction &instruction = anyInstruction(module);
  const uint32_t opcode = opcodeOf(instruction);
  if (static_cast<spv::Op>(opcode) == spv::Op::OpExtInst && instruction.size() > 4) {
    constexpr uint64_t mostOfSet = 206;
    instruction[4] = static_cast<uint32_t>(below(random_, mostOfSet));
    return;
  }
  if (!oneIn(random_, 3))
    return setOpcode(instruction, opcode + static_cast<uint32_t>(below(random_, 17)) - 8); // of the same family
  constexpr uint64_t lastCommon = 405, firstOfExtensions = 4100, lastOfExtensions = 6500;
  setOpcode(instruction,
            static_cast<uint32_t>(oneIn(random_, 3)
                                      ? firstOfExtensions + below(random_, lastOfExtensions - firstOfExtensions)
                                      : below(random_, lastCommon)));
}

/// Instructions removed, doubled, exchanged, moved.
void SpirvMutator::changeList(SpirvModule &module) {
  auto &list = module.instructions;
  const size_t at = below(random_, list.size());
  const size_t other = oneIn(random_, 2) ? below(random_, list.size()) : std::min(at + 1, list.size() - 1);
  const auto place = [&](size_t index) { return list.begin() + static_cast<std::ptrdiff_t>(index); };
  switch (below(random_, 4)) {
  case 0:
    list.erase(place(at), place(std::min(list.size(), at + 1 + (oneIn(random_, 4) ? below(random_, 12) : 0))));
    break;
  case 1: {
    Instruction copy = list[at];
    if (const Places places = placesOf(copy); places.result != 0 && !oneIn(random_, 4))
      copy[places.result] = module.header[3]++;
    list.insert(place(oneIn(random_, 2) ? at + 1 : other), std::move(copy));
    break;
  }
  case 2:
    std::swap(list[at], list[other]);
    break;
  default: {
    Instruction moved = std::move(list[at]);
    list.erase(place(at));
    list.insert(place(std::min(other, list.size())), std::move(moved));
  }
  }
}

/// Words more or fewer than an instruction has, or than it says.
void SpirvMutator::changeShape(SpirvModule &module) {
  Instruction &instruction = anyInstruction(module);
  const size_t at = 1 + below(random_, instruction.size());
  const auto place = instruction.begin() + static_cast<std::ptrdiff_t>(std::min(at, instruction.size()));
  switch (below(random_, 4)) {
  case 0:
    if (at < instruction.size())
      instruction.erase(place);
    break;
  case 1:
    instruction.insert(place, anyNumber(module.header[3]));
    break;
  case 2: {
    const uint32_t word = anyNumber(module.header[3]);
    constexpr uint64_t most = 3000;
    instruction.insert(place, 1 + below(random_, oneIn(random_, 4) ? most : 6), word);
    break;
  }
  default:
    instruction[0] = opcodeOf(instruction) | static_cast<uint32_t>(below(random_, 12)) << lengthShift;
    return;
  }
  setLength(instruction);
}

/// An instruction of another module, with this one's ids.
void SpirvMutator::insertForeign(SpirvModule &module) {
  const SpirvModule &donor = anyOf(random_, donors_);
  if (donor.instructions.empty())
    return;
  Instruction copy = anyOf(random_, donor.instructions);
  const Places places = placesOf(copy);
  if (places.result != 0)
    copy[places.result] = module.header[3]++;
  // The type, and the operands, of one that stands where the copy comes to stand.
  const size_t at = below(random_, module.instructions.size());
  const Places local = placesOf(module.instructions[at]);
  if (places.type != 0 && local.type != 0)
    copy[places.type] = module.instructions[at][local.type];
  for (size_t index = places.result + 1; index < copy.size(); ++index)
    if (index < module.instructions[at].size() && !oneIn(random_, 4))
      copy[index] = module.instructions[at][index];
  module.instructions.insert(module.instructions.begin() + static_cast<std::ptrdiff_t>(at + 1), std::move(copy));
}

/// A block that moves, as in the modules of producers that write blocks in any order, or one more merge instruction.
void SpirvMutator::changeFlow(SpirvModule &module) {
  auto &list = module.instructions;
  const auto isLabel = [](const Instruction &one) { return static_cast<spv::Op>(opcodeOf(one)) == spv::Op::OpLabel; };
  std::vector<size_t> labels;
  for (size_t at = 0; at < list.size(); ++at)
    if (isLabel(list[at]))
      labels.push_back(at);
  if (labels.empty())
    return changeList(module);
  const auto begin = list.begin() + static_cast<std::ptrdiff_t>(anyOf(random_, labels));
  const auto endOf = [&](auto label) {
    return std::find_if(label + 1, list.end(), [&](const Instruction &one) {
      return isLabel(one) || static_cast<spv::Op>(opcodeOf(one)) == spv::Op::OpFunctionEnd;
    });
  };
  const auto end = endOf(begin);
  if (oneIn(random_, 3)) {
    const auto anyLabel = [&] { return list[anyOf(random_, labels)][1]; };
    Instruction merge = {static_cast<uint32_t>(spv::Op::OpLoopMerge), anyLabel(), anyLabel(),
                         static_cast<uint32_t>(below(random_, 3))};
    setLength(merge);
    const auto inBlock = static_cast<uint64_t>(end - begin);
    list.insert(begin + static_cast<std::ptrdiff_t>(1 + below(random_, inBlock)), std::move(merge));
  } else if (end != list.end() && isLabel(*end)) {
    // Behind the next block, or behind one further down of any function.
    const auto other = list.begin() + static_cast<std::ptrdiff_t>(anyOf(random_, labels));
    std::rotate(begin, end, endOf(oneIn(random_, 4) && other > end ? other : end));
  }
}

void SpirvMutator::changeHeader(SpirvModule &module) {
  const size_t at = below(random_, module.header.size());
  constexpr size_t version = 1;
  if (at == version && !oneIn(random_, 4))
    module.header[version] = 0x00010000 | static_cast<uint32_t>(below(random_, 8)) << 8;
  else
    module.header[at] =
        oneIn(random_, 2) ? anyNumber(module.header[3]) : module.header[at] ^ (1U << below(random_, 32));
}

/// Of the bytes: cut short, some cut out, the other byte order, one changed.
void SpirvMutator::damage(std::string &bytes) {
  switch (below(random_, 4)) {
  case 0:
    bytes.resize(1 + below(random_, bytes.size()));
    break;
  case 1:
    bytes.erase(below(random_, bytes.size()), 1 + below(random_, 16));
    break;
  case 2:
    for (size_t at = 0; at + 4 <= bytes.size(); at += 4)
      std::ranges::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                           bytes.begin() + static_cast<std::ptrdiff_t>(at + 4));
    break;
  default:
    bytes[below(random_, bytes.size())] = static_cast<char>(random_());
  }
}

} // namespace weft::fuzz
