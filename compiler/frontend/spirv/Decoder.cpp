// Decodes SPIR-V with tables that are generated from its grammar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Decoder.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/JSON.h"

#include "frontend/spirv/Additions.h"

namespace weft::compiler::spirv {
namespace {

struct InstructionEntry {
  llvm::StringLiteral name;
  uint16_t opcode;
  uint16_t firstOperand;
  uint16_t operandCount;
  bool isAdded;
};
struct ParameterEntry {
  uint16_t kind;
  uint32_t value;
  uint16_t firstOperand;
  uint16_t operandCount;
  bool isAdded;
};
struct NameEntry {
  uint16_t number;
  llvm::StringLiteral name;
};
struct CapabilityEntry {
  uint16_t number;
  llvm::StringLiteral name;
  llvm::StringLiteral extensions;
  uint32_t version;
};
#include "SpirvGrammar.inc"

constexpr size_t headerWords = 5;
/// SPIR-V's own limit for ids (2.17, "Universal Limits").
constexpr uint32_t mostIds = 0x3fffff;

const InstructionEntry *entryOf(uint32_t opcode) {
  const auto *found = std::ranges::lower_bound(instructionTable, opcode, {}, &InstructionEntry::opcode);
  return found != std::end(instructionTable) && found->opcode == opcode ? found : nullptr;
}

const CapabilityEntry *entryOf(spv::Capability capability) {
  const auto number = static_cast<uint32_t>(capability);
  const auto *found = std::ranges::lower_bound(capabilityTable, number, {}, &CapabilityEntry::number);
  return found != std::end(capabilityTable) && found->number == number ? found : nullptr;
}

const ParameterEntry *parametersOf(uint16_t kind, uint32_t value) {
  const auto key = [](const ParameterEntry &entry) { return std::pair(entry.kind, entry.value); };
  const auto *found = std::ranges::lower_bound(parameterTable, std::pair(kind, value), {}, key);
  return found != std::end(parameterTable) && key(*found) == std::pair(kind, value) ? found : nullptr;
}

/// Reads the operands of one instruction from its words.
class OperandReader {
public:
  explicit OperandReader(llvm::ArrayRef<uint32_t> words) : rest_(words) {}

  bool readAll(Instruction &instruction, const InstructionEntry &entry) {
    instruction.isAdded = entry.isAdded;
    return readList(instruction, entry.firstOperand, entry.operandCount, false) && rest_.empty();
  }
  llvm::MutableArrayRef<Operand> operands() { return operands_; }

private:
  /// `withoutResult`: the words have no ids of a type and a result, although the grammar lists them. This is so for the
  /// operation inside OpSpecConstantOp, whose type and result come before the operation's opcode.
  bool readList(Instruction &instruction, size_t first, size_t count, bool withoutResult) {
    for (size_t index = first; index < first + count; ++index) {
      const uint16_t kind = operandLists[index] & 0xff;
      if (withoutResult && (kind == KindResultType || kind == KindResult))
        continue;
      if (operandLists[index] & (optionalOperand | repeatedOperand)) {
        while (!rest_.empty()) {
          if (!readOne(instruction, kind))
            return false;
          if (operandLists[index] & optionalOperand)
            break;
        }
      } else if (!readOne(instruction, kind)) {
        return false;
      }
    }
    return true;
  }

  bool readOne(Instruction &instruction, uint16_t kind) {
    if (kind == KindRest) {
      take(rest_.size(), false);
      return true;
    }
    if (rest_.empty())
      return false;
    switch (kind) {
    case KindResultType:
      instruction.type = rest_[0];
      rest_ = rest_.drop_front();
      return instruction.type != 0;
    case KindResult:
      instruction.result = rest_[0];
      rest_ = rest_.drop_front();
      return instruction.result != 0;
    case KindString:
      return readString();
    case KindOpcode: {
      const InstructionEntry *entry = entryOf(rest_[0]);
      take(1, false);
      return entry && entry->opcode != static_cast<uint16_t>(spv::Op::OpSpecConstantOp) &&
             readList(instruction, entry->firstOperand, entry->operandCount, true);
    }
    case KindId:
    case KindLiteral:
      take(1, kind == KindId);
      return true;
    default:
      return readEnumeration(instruction, kind);
    }
  }

  bool readEnumeration(Instruction &instruction, uint16_t kind) {
    // The word is the value of the enumeration itself. Scopes and memory semantics aren't read here: they are given by
    // the ids of constants.
    const uint32_t value = rest_[0];
    take(1, false);
    if (!kindIsMask[kind]) {
      const ParameterEntry *entry = parametersOf(kind, value);
      instruction.hasAddedValue |= entry && entry->isAdded;
      return entry && readList(instruction, entry->firstOperand, entry->operandCount, false);
    }
    for (uint32_t bits = value; bits != 0; bits &= bits - 1) {
      const ParameterEntry *entry = parametersOf(kind, bits & ~(bits - 1));
      instruction.hasAddedValue |= entry && entry->isAdded;
      if (!entry || !readList(instruction, entry->firstOperand, entry->operandCount, false))
        return false;
    }
    return true;
  }

  bool readString() {
    size_t count = 0;
    while (count < rest_.size()) {
      const uint32_t word = rest_[count++];
      if ((word & 0xff) == 0 || (word & 0xff00) == 0 || (word & 0xff0000) == 0 || word >> 24 == 0) {
        take(count, false);
        return true;
      }
    }
    return false;
  }

  void take(size_t count, bool isId) {
    operands_.push_back({isId, rest_.take_front(count)});
    rest_ = rest_.drop_front(count);
  }

  llvm::ArrayRef<uint32_t> rest_;
  llvm::SmallVector<Operand, 16> operands_;
};

/// Whether the opcode is one of SPV_INTEL_long_composites that only continues the instruction before it: it has the
/// operands for which that instruction had no room.
bool isContinuation(spv::Op opcode) {
  return opcode == spv::Op::OpTypeStructContinuedINTEL || opcode == spv::Op::OpConstantCompositeContinuedINTEL ||
         opcode == spv::Op::OpSpecConstantCompositeContinuedINTEL || opcode == OpCompositeConstructContinuedINTEL;
}

bool joinContinuation(DecodedModule &module, const Instruction &continuation, llvm::ArrayRef<Operand> operands) {
  static constexpr std::pair<spv::Op, spv::Op> pairs[] = {
      {spv::Op::OpTypeStruct, spv::Op::OpTypeStructContinuedINTEL},
      {spv::Op::OpConstantComposite, spv::Op::OpConstantCompositeContinuedINTEL},
      {spv::Op::OpSpecConstantComposite, spv::Op::OpSpecConstantCompositeContinuedINTEL},
      {spv::Op::OpCompositeConstruct, OpCompositeConstructContinuedINTEL}};
  if (module.instructions.empty() ||
      !llvm::is_contained(pairs, std::pair(module.instructions.back().opcode, continuation.opcode)))
    return false;
  Instruction &begun = module.instructions.back();
  std::vector<Operand> all(begun.operands.begin(), begun.operands.end());
  all.insert(all.end(), operands.begin(), operands.end());
  begun.operands = llvm::ArrayRef<Operand>(all).copy(module.memory);
  begun.isContinued = true;
  return true;
}

llvm::Error sentence(const llvm::Twine &text) { return llvm::createStringError("The SPIR-V module " + text + "."); }

llvm::Error readWords(llvm::StringRef bytes, DecodedModule &module) {
  if (!isSpirv(bytes))
    return sentence("does not begin with SPIR-V's number");
  if (bytes.size() % sizeof(uint32_t) != 0 || bytes.size() / sizeof(uint32_t) < headerWords)
    return sentence("has " + llvm::Twine(bytes.size()) + " bytes, which can't be its length");
  module.words.resize(bytes.size() / sizeof(uint32_t));
  std::memcpy(module.words.data(), bytes.data(), bytes.size());
  if (module.words[0] != spv::MagicNumber)
    for (uint32_t &word : module.words)
      word = llvm::byteswap(word);
  module.version = module.words[1];
  if (module.words[3] > mostIds)
    return sentence("has " + llvm::Twine(module.words[3]) + " ids; there are at most " + llvm::Twine(mostIds));
  return llvm::Error::success();
}

/// Marks the operands of an instruction as numbers if the instruction belongs to another set than OpenCL.std. The
/// grammar has only OpenCL.std and would treat the operands of other sets as ids. The reader doesn't use these
/// operands.
class ForeignSets {
public:
  void note(const Instruction &instruction) {
    if (instruction.opcode == spv::Op::OpExtInstImport && instruction.text(0) != "OpenCL.std")
      ids_.insert(instruction.result);
  }
  void unmark(const Instruction &instruction, llvm::MutableArrayRef<Operand> operands) const {
    if (instruction.opcode != spv::Op::OpExtInst && instruction.opcode != OpExtInstWithForwardRefsKHR)
      return;
    if (operands.size() > 2 && ids_.contains(operands[0].words[0]))
      for (Operand &operand : operands.drop_front(2))
        operand.isId = false;
  }

private:
  std::set<Id> ids_;
};

/// Returns the words of an instruction's operands. A widespread producer writes the type of an OpConstantNull twice if
/// the type is opaque: the second time after the result. This function leaves out the second one.
llvm::ArrayRef<uint32_t> operandWords(spv::Op opcode, llvm::ArrayRef<uint32_t> words) {
  const bool repeats = opcode == spv::Op::OpConstantNull && words.size() == 3 && words[0] == words[2];
  return repeats ? words.drop_back() : words;
}

bool idsAreBelow(uint32_t bound, const Instruction &instruction, llvm::ArrayRef<Operand> operands) {
  return instruction.type < bound && instruction.result < bound &&
         llvm::all_of(operands, [&](const Operand &operand) { return !operand.isId || operand.words[0] < bound; });
}

} // namespace

std::string Instruction::text(size_t index) const {
  // The first zero byte ends the string, whatever the rest of the word contains.
  std::string text;
  for (uint32_t word : words(index))
    for (; (word & 0xff) != 0; word >>= 8)
      text += static_cast<char>(word & 0xff);
  return llvm::json::fixUTF8(text);
}

bool isSpirv(llvm::StringRef bytes) {
  uint32_t number = 0;
  if (bytes.size() < sizeof number)
    return false;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number == spv::MagicNumber || llvm::byteswap(number) == spv::MagicNumber;
}

llvm::Error decode(llvm::StringRef bytes, DecodedModule &module) {
  if (llvm::Error error = readWords(bytes, module))
    return error;
  const llvm::ArrayRef<uint32_t> words = module.words;
  ForeignSets foreign;
  std::vector<bool> defined(words[3]);
  for (size_t at = headerWords; at < words.size();) {
    const size_t length = words[at] >> 16;
    const uint32_t opcode = words[at] & 0xffff;
    const InstructionEntry *entry = entryOf(opcode);
    if (!entry)
      return sentence("has an unknown instruction, number " + llvm::Twine(opcode) + ", at word " + llvm::Twine(at));
    Instruction instruction;
    instruction.opcode = static_cast<spv::Op>(opcode);
    instruction.offset = static_cast<uint32_t>(at);
    if (length == 0 || length > words.size() - at)
      return sentence("ends within " + entry->name + " at word " + llvm::Twine(at));
    OperandReader reader(operandWords(instruction.opcode, words.slice(at + 1, length - 1)));
    if (!reader.readAll(instruction, *entry))
      return sentence("has an " + entry->name + " with wrong operands at word " + llvm::Twine(at));
    foreign.unmark(instruction, reader.operands());
    if (!idsAreBelow(module.words[3], instruction, reader.operands()))
      return sentence("has an " + entry->name + " with an id beyond its bound at word " + llvm::Twine(at));
    if (instruction.result != 0) {
      if (defined[instruction.result])
        return sentence("defines %" + llvm::Twine(instruction.result) + " for the second time at word " +
                        llvm::Twine(at));
      defined[instruction.result] = true;
    }
    at += length;
    if (isContinuation(instruction.opcode)) {
      if (!joinContinuation(module, instruction, reader.operands()))
        return sentence("has an " + entry->name + " that continues nothing at word " + llvm::Twine(instruction.offset));
      continue;
    }
    instruction.operands = llvm::ArrayRef<Operand>(reader.operands()).copy(module.memory);
    foreign.note(instruction);
    module.instructions.push_back(instruction);
  }
  return llvm::Error::success();
}

llvm::StringRef nameOf(spv::Op opcode) {
  const InstructionEntry *entry = entryOf(static_cast<uint32_t>(opcode));
  return entry ? llvm::StringRef(entry->name) : llvm::StringRef();
}

llvm::StringRef nameOf(spv::Capability capability) {
  const CapabilityEntry *entry = entryOf(capability);
  return entry ? llvm::StringRef(entry->name) : llvm::StringRef();
}

std::vector<llvm::StringRef> extensionsOf(spv::Capability capability, uint32_t version) {
  const CapabilityEntry *entry = entryOf(capability);
  llvm::SmallVector<llvm::StringRef, 2> extensions;
  if (entry && (entry->version == 0 || version < entry->version))
    llvm::StringRef(entry->extensions).split(extensions, ' ', -1, false);
  return {extensions.begin(), extensions.end()};
}

llvm::StringRef openClNameOf(uint32_t instruction) {
  const auto *found = std::ranges::lower_bound(openClTable, instruction, {}, &NameEntry::number);
  return found != std::end(openClTable) && found->number == instruction ? llvm::StringRef(found->name)
                                                                        : llvm::StringRef();
}

} // namespace weft::compiler::spirv
