// Decides for each instruction of a SPIR-V module what the validator sees in its place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/ValidatorView.h"

#include <map>
#include <set>
#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include "frontend/spirv/Additions.h"
#include "frontend/spirv/Types.h"

namespace weft::compiler::spirv {
namespace {

/// Returns the first word of an instruction.
uint32_t header(spv::Op opcode, size_t words) {
  return static_cast<uint32_t>(words) << 16 | static_cast<uint32_t>(opcode);
}

/// The module's declarations that affect which instructions the validator may see.
struct Relaxations {
  bool fastMathBits = false; ///< SPV_KHR_float_controls2: the validator knows its bits only for another extension
  /// Instruction sets that produce no code, so the validator doesn't see their instructions: some modules break the
  /// rules of such a set, which does no harm.
  std::set<Id> silentSets;
  Id voidType = 0;
  Id numberType = 0;                   ///< the first integer type
  std::map<Id, Id> results;            ///< from function types to their result types
  llvm::DenseMap<Id, uint32_t> widths; ///< from integer types to their widths

  explicit Relaxations(const DecodedModule &module) {
    for (const Instruction &instruction : module.instructions) {
      if (instruction.opcode == spv::Op::OpCapability)
        fastMathBits |= static_cast<spv::Capability>(instruction.word(0)) == CapabilityFloatControls2;
      else if (instruction.opcode == spv::Op::OpExtInstImport && instruction.text(0) != "OpenCL.std")
        silentSets.insert(instruction.result);
      else if (instruction.opcode == spv::Op::OpTypeVoid)
        voidType = instruction.result;
      else if (instruction.opcode == spv::Op::OpTypeInt)
        widths[instruction.result] = instruction.word(0);
      else if (instruction.opcode == spv::Op::OpTypeFunction)
        results[instruction.result] = instruction.word(0);
      else if (instruction.opcode == spv::Op::OpFunction)
        break;
      if (numberType == 0 && instruction.opcode == spv::Op::OpTypeInt)
        numberType = instruction.result;
    }
  }
};

/// What the validator sees in place of an instruction. theTypeOnly: an undefined value or a null constant of its type.
/// pointerToResult: a pointer type that points to a function's result type, in place of one that points to the
/// function's type. aNumber: an undefined integer. zero: the integer constant 0. eachPredecessorOnce: a phi with only
/// the first value for each predecessor.
enum class Seen { all, theTypeOnly, pointerToResult, aNumber, zero, eachPredecessorOnce, nothing };

/// Whether the function may take pointers to other types than OpenCL.std prescribes, so that the validator must not see
/// its arguments. Widespread producers pass a format that is an array, or pointers to other data than what is loaded or
/// stored. All pointers are addresses, so the meaning is clear.
bool takesPointersOfAnyType(llvm::StringRef function) {
  return function == "printf" || function.starts_with("vload") || function.starts_with("vstore");
}

Seen seenOf(const Instruction &instruction, const Relaxations &relaxations) {
  if (instruction.opcode == OpExtInstWithForwardRefsKHR)
    return Seen::nothing;
  if (instruction.isAdded || instruction.isContinued)
    return instruction.type != 0 ? Seen::theTypeOnly : Seen::nothing;
  switch (instruction.opcode) {
  case spv::Op::OpCapability:
  case spv::Op::OpExecutionMode:
  case spv::Op::OpExecutionModeId:
  case spv::Op::OpMemberDecorate:
  case spv::Op::OpSource:
    return instruction.hasAddedValue ? Seen::nothing : Seen::all;
  case spv::Op::OpDecorate:
  case spv::Op::OpDecorateId:
  case spv::Op::OpDecorateString: {
    const auto decoration = static_cast<spv::Decoration>(instruction.word(1));
    const bool isUnknown = instruction.hasAddedValue || decoration == spv::Decoration::AliasScopeINTEL ||
                           decoration == spv::Decoration::NoAliasINTEL ||
                           (decoration == spv::Decoration::FPFastMathMode && relaxations.fastMathBits);
    return isUnknown ? Seen::nothing : Seen::all;
  }
  case spv::Op::OpTypePointer: // pointers to functions
    return relaxations.results.contains(instruction.word(1)) ? Seen::pointerToResult : Seen::all;
  case spv::Op::OpConstantFunctionPointerINTEL: // may name a function that is declared later
    return Seen::theTypeOnly;
  // The validator accepts these three only in blocks, after types, but producers write them before types.
  case spv::Op::OpAliasDomainDeclINTEL:
  case spv::Op::OpAliasScopeDeclINTEL:
  case spv::Op::OpAliasScopeListDeclINTEL:
    return Seen::aNumber;
  case spv::Op::OpFunctionPointerCallINTEL:
    return instruction.type == relaxations.voidType ? Seen::nothing : Seen::theTypeOnly;
  case spv::Op::OpExtInst:
    if (relaxations.silentSets.contains(instruction.word(0)))
      return Seen::nothing;
    if (!takesPointersOfAnyType(openClNameOf(instruction.word(1))))
      return Seen::all;
    return instruction.type == relaxations.voidType ? Seen::nothing : Seen::theTypeOnly;
  case spv::Op::OpConstantNull: // may have an additional word, its type; an integer stays known, because it may be an
                                // index into a structure
    return relaxations.widths.contains(instruction.type) ? Seen::zero : Seen::theTypeOnly;
  case spv::Op::OpPhi: // may have a value for each case of a switch, as in LLVM
    return Seen::eachPredecessorOnce;
  case spv::Op::OpLoopMerge: // hints to kernels, which optimising producers also write where they have no meaning
  case spv::Op::OpSelectionMerge:
    return Seen::nothing;
  case spv::Op::OpSelect: // of vectors by one boolean, which versions before 1.4 don't have
  case spv::Op::OpAll:    // of integers, as OpenCL C's functions
  case spv::Op::OpAny:
  case spv::Op::OpUConvert: // to the same width
  case spv::Op::OpSConvert:
  case spv::Op::OpReadClockKHR:              // with the scope of a work-group
  case spv::Op::OpAtomicCompareExchangeWeak: // in versions that no longer have it
    return Seen::theTypeOnly;
  default:
    return Seen::all;
  }
}

bool isConstant(spv::Op opcode) {
  return opcode == spv::Op::OpConstantNull || opcode == spv::Op::OpConstantComposite ||
         opcode == spv::Op::OpSpecConstantComposite || opcode == spv::Op::OpConstantFunctionPointerINTEL ||
         opcode == OpConstantCompositeReplicateEXT || opcode == OpSpecConstantCompositeReplicateEXT;
}

/// The version from which on an entry point's interface lists all variables that the entry point uses.
constexpr uint32_t wholeInterfaces = 0x00010400;

/// Returns the variables that the interfaces must list; none for versions before SPIR-V 1.4.
std::vector<Id> interfaceOf(const DecodedModule &module) {
  std::vector<Id> variables;
  if (module.version >= wholeInterfaces)
    for (const Instruction &instruction : module.instructions) {
      if (instruction.opcode == spv::Op::OpFunction)
        break;
      if (instruction.opcode == spv::Op::OpVariable)
        variables.push_back(instruction.result);
    }
  return variables;
}

/// Whether a module has types that the validator doesn't know.
bool hasUnknownTypes(const DecodedModule &module) {
  llvm::DenseSet<Id> pointers;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpFunction)
      return false;
    if (instruction.opcode == OpTypeUntypedPointerKHR && instruction.isAdded)
      return true;
    if (instruction.opcode == spv::Op::OpTypeInt && instruction.word(0) != containerWidth(instruction.word(0)))
      return true;
    if (instruction.opcode == spv::Op::OpTypePointer)
      pointers.insert(instruction.result);
    else if (instruction.opcode == spv::Op::OpTypeVector && pointers.contains(instruction.word(0)))
      return true;
  }
  return false;
}

class ViewWriter {
public:
  explicit ViewWriter(const DecodedModule &module)
      : module_(module), relaxations_(module), interface_(interfaceOf(module)) {}

  ValidatorView write() {
    constexpr size_t headerWords = 5;
    view_.words.assign(module_.words.begin(), module_.words.begin() + headerWords);
    bool areCapabilities = true;
    for (const Instruction &instruction : module_.instructions) {
      if (areCapabilities && instruction.opcode != spv::Op::OpCapability)
        addExtensions();
      areCapabilities &= instruction.opcode == spv::Op::OpCapability;
      add(instruction);
    }
    return std::move(view_);
  }

private:
  void add(const Instruction &instruction) {
    switch (seenOf(instruction, relaxations_)) {
    case Seen::all:
      addWhole(instruction);
      break;
    case Seen::pointerToResult:
      append(&instruction, {header(instruction.opcode, 4), instruction.result, instruction.word(0),
                            relaxations_.results.at(instruction.word(1))});
      break;
    case Seen::aNumber:
      numbers_.push_back(&instruction);
      break;
    case Seen::theTypeOnly: {
      const auto stand = isConstant(instruction.opcode) ? spv::Op::OpConstantNull : spv::Op::OpUndef;
      append(&instruction, {header(stand, 3), instruction.type, instruction.result});
      break;
    }
    case Seen::zero: {
      const size_t words = relaxations_.widths.lookup(instruction.type) > 32 ? 2 : 1;
      append(&instruction, {header(spv::Op::OpConstant, 3 + words), instruction.type, instruction.result, 0});
      view_.words.insert(view_.words.end(), words - 1, 0);
      break;
    }
    case Seen::eachPredecessorOnce: {
      std::vector<uint32_t> words = {0, instruction.type, instruction.result};
      std::set<Id> predecessors;
      for (size_t at = 0; at < instruction.size(); at += 2)
        if (predecessors.insert(instruction.word(at + 1)).second)
          words.insert(words.end(), {instruction.word(at), instruction.word(at + 1)});
      words[0] = header(instruction.opcode, words.size());
      append(&instruction, words);
      break;
    }
    case Seen::nothing:
      break;
    }
    if (instruction.result == relaxations_.numberType)
      isNumberTypeSeen_ = true;
    if (isNumberTypeSeen_)
      for (const Instruction *number : std::exchange(numbers_, {}))
        append(number, {header(spv::Op::OpUndef, 3), relaxations_.numberType, number->result});
  }

  void append(const Instruction *instruction, llvm::ArrayRef<uint32_t> words) {
    view_.instructions.push_back(instruction);
    view_.words.insert(view_.words.end(), words.begin(), words.end());
  }

  void addWhole(const Instruction &instruction) {
    const size_t first = view_.words.size();
    const uint32_t *begin = module_.words.data() + instruction.offset;
    append(&instruction, {begin, *begin >> 16});
    if (instruction.opcode == spv::Op::OpEntryPoint)
      completeInterface(first, instruction);
  }

  /// Completes the interface of the entry point whose words begin at `first`. A widespread producer omits some of the
  /// variables, which the validator would refuse. The reader doesn't need the list.
  void completeInterface(size_t first, const Instruction &entry) {
    constexpr size_t mostWords = 0xffff; // the length limit of an instruction
    llvm::DenseSet<Id> listed;
    for (size_t index = 3; index < entry.size(); ++index)
      listed.insert(entry.word(index));
    std::vector<Id> missing;
    llvm::copy_if(interface_, std::back_inserter(missing), [&](Id id) { return !listed.contains(id); });
    if ((view_.words[first] >> 16) + missing.size() > mostWords)
      return;
    view_.words[first] += static_cast<uint32_t>(missing.size()) << 16;
    view_.words.insert(view_.words.end(), missing.begin(), missing.end());
  }

  void addExtensions() {
    for (const MissingExtension &missing : missingExtensions(module_))
      for (const llvm::StringRef extension : missing.extensions) {
        // A string ends with a zero byte, and zeros fill its last word.
        std::vector<uint32_t> words(1 + extension.size() / sizeof(uint32_t) + 1);
        words[0] = header(spv::Op::OpExtension, words.size());
        for (size_t at = 0; at < extension.size(); ++at)
          words[1 + at / sizeof(uint32_t)] |= uint32_t(static_cast<unsigned char>(extension[at]))
                                              << at % sizeof(uint32_t) * 8;
        append(nullptr, words);
      }
  }

  const DecodedModule &module_;
  const Relaxations relaxations_;
  const std::vector<Id> interface_;
  ValidatorView view_;
  bool isNumberTypeSeen_ = false;
  /// Instructions that the validator sees as undefined integers, and that came before the first integer type. They are
  /// written directly after this type.
  std::vector<const Instruction *> numbers_;
};

} // namespace

std::optional<ValidatorView> viewForValidator(const DecodedModule &module) {
  if (hasUnknownTypes(module))
    return std::nullopt;
  return ViewWriter(module).write();
}

std::vector<MissingExtension> missingExtensions(const DecodedModule &module) {
  std::set<std::string> named;
  for (const Instruction &instruction : module.instructions)
    if (instruction.opcode == spv::Op::OpExtension)
      named.insert(instruction.text(0));
  std::vector<MissingExtension> missing;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode != spv::Op::OpCapability)
      continue;
    const auto capability = static_cast<spv::Capability>(instruction.word(0));
    std::vector<llvm::StringRef> extensions = extensionsOf(capability, module.version);
    if (!extensions.empty() &&
        llvm::none_of(extensions, [&](llvm::StringRef one) { return named.contains(one.str()); }))
      missing.push_back({capability, std::move(extensions)});
  }
  return missing;
}

} // namespace weft::compiler::spirv
