// Calls the validator of SPIRV-Tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Validation.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

#include <spirv-tools/libspirv.h>

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include "frontend/spirv/Additions.h"
#include "frontend/spirv/Types.h"

namespace weft::compiler::spirv {
namespace {

using Context = std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)>;
using Diagnostic = std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)>;
using Options = std::unique_ptr<spv_validator_options_t, decltype(&spvValidatorOptionsDestroy)>;

/// A structure whose members fill several instructions can't be shown to the validator, nor left out.
llvm::Error checkStructures(const DecodedModule &module) {
  for (const Instruction &instruction : module.instructions)
    if (instruction.opcode == spv::Op::OpTypeStruct && instruction.isContinued)
      return llvm::createStringError("The SPIR-V module can't be used: OpTypeStruct at word " +
                                     llvm::Twine(instruction.offset) + " has more members than this device takes.");
  return llvm::Error::success();
}

/// What a module declares to use, as far as the validator doesn't know what that allows.
struct Relaxations {
  bool fastMathBits = false; ///< SPV_KHR_float_controls2: it has them for another extension
  /// Sets whose instructions nothing is made of. Modules may have what such a set does not allow, and do.
  std::set<Id> silentSets;
  Id voidType = 0;
  Id numberType = 0;        ///< one of them
  std::map<Id, Id> results; ///< of types of functions

  explicit Relaxations(const DecodedModule &module) {
    for (const Instruction &instruction : module.instructions) {
      if (instruction.opcode == spv::Op::OpCapability)
        fastMathBits |= static_cast<spv::Capability>(instruction.word(0)) == CapabilityFloatControls2;
      else if (instruction.opcode == spv::Op::OpExtInstImport && instruction.text(0) != "OpenCL.std")
        silentSets.insert(instruction.result);
      else if (instruction.opcode == spv::Op::OpTypeVoid)
        voidType = instruction.result;
      else if (numberType == 0 && instruction.opcode == spv::Op::OpTypeInt)
        numberType = instruction.result;
      else if (instruction.opcode == spv::Op::OpTypeFunction)
        results[instruction.result] = instruction.word(0);
      else if (instruction.opcode == spv::Op::OpFunction)
        break;
    }
  }
};

enum class Known { yes, theTypeOnly, pointerToResult, theName, no };

/// Functions whose pointers widespread producers give other types than the set has them for: a format that is an array,
/// data of another type than what is loaded or stored. All pointers are addresses, so the meaning is plain.
bool takesPointersOfAnyType(llvm::StringRef function) {
  return function == "printf" || function.starts_with("vload") || function.starts_with("vstore");
}

/// How much of an instruction the validator knows.
Known knownOf(const Instruction &instruction, const Relaxations &relaxations) {
  if (instruction.opcode == OpExtInstWithForwardRefsKHR)
    return Known::no;
  if (instruction.isAdded || instruction.isContinued)
    return instruction.type != 0 ? Known::theTypeOnly : Known::no;
  switch (instruction.opcode) {
  case spv::Op::OpCapability:
  case spv::Op::OpExecutionMode:
  case spv::Op::OpExecutionModeId:
  case spv::Op::OpMemberDecorate:
  case spv::Op::OpSource:
    return instruction.hasAddedValue ? Known::no : Known::yes;
  case spv::Op::OpDecorate:
  case spv::Op::OpDecorateId:
  case spv::Op::OpDecorateString: {
    const bool isFastMath = static_cast<spv::Decoration>(instruction.word(1)) == spv::Decoration::FPFastMathMode;
    return instruction.hasAddedValue || (isFastMath && relaxations.fastMathBits) ? Known::no : Known::yes;
  }
  case spv::Op::OpTypePointer: // to a function
    return relaxations.results.contains(instruction.word(1)) ? Known::pointerToResult : Known::yes;
  case spv::Op::OpConstantFunctionPointerINTEL: // which may name a function that follows
    return Known::theTypeOnly;
  case spv::Op::OpAliasDomainDeclINTEL: // which it wants in blocks
  case spv::Op::OpAliasScopeDeclINTEL:
  case spv::Op::OpAliasScopeListDeclINTEL:
    return relaxations.numberType != 0 ? Known::theName : Known::yes;
  case spv::Op::OpFunctionPointerCallINTEL:
    return instruction.type == relaxations.voidType ? Known::no : Known::theTypeOnly;
  case spv::Op::OpExtInst:
    if (relaxations.silentSets.contains(instruction.word(0)))
      return Known::no;
    if (!takesPointersOfAnyType(openClNameOf(instruction.word(1))))
      return Known::yes;
    return instruction.type == relaxations.voidType ? Known::no : Known::theTypeOnly;
  case spv::Op::OpConstantNull: // with its type once more behind it
  case spv::Op::OpAll:          // of numbers, as OpenCL C's functions
  case spv::Op::OpAny:
  case spv::Op::OpUConvert: // to the same width
  case spv::Op::OpSConvert:
  case spv::Op::OpReadClockKHR:              // of a work-group
  case spv::Op::OpAtomicCompareExchangeWeak: // in versions that have no longer got it
    return Known::theTypeOnly;
  default:
    return Known::yes;
  }
}

bool isConstant(spv::Op opcode) {
  return opcode == spv::Op::OpConstantNull || opcode == spv::Op::OpConstantComposite ||
         opcode == spv::Op::OpSpecConstantComposite || opcode == spv::Op::OpConstantFunctionPointerINTEL ||
         opcode == OpConstantCompositeReplicateEXT || opcode == OpSpecConstantCompositeReplicateEXT;
}

/// SPIR-V 1.4 wants all variables that an entry point uses in its interface.
constexpr uint32_t wholeInterfaces = 0x00010400;

/// The module's variables, where its version wants them in interfaces.
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

/// Adds to the entry point at the end of `words`, which begins at `first`, those of `variables` that it doesn't list. A
/// widespread producer forgets some of them; the reader needs none.
void completeInterface(std::vector<uint32_t> &words, size_t first, const Instruction &entry,
                       llvm::ArrayRef<Id> variables) {
  constexpr size_t mostWords = 0xffff; // of an instruction
  llvm::DenseSet<Id> listed;
  for (size_t index = 3; index < entry.size(); ++index)
    listed.insert(entry.word(index));
  std::vector<Id> missing;
  llvm::copy_if(variables, std::back_inserter(missing), [&](Id id) { return !listed.contains(id); });
  if ((words[first] >> 16) + missing.size() > mostWords)
    return;
  words[first] += static_cast<uint32_t>(missing.size()) << 16;
  words.insert(words.end(), missing.begin(), missing.end());
}

/// The module without what the validator does not know. A pointer to a function points to the function's result there;
/// in an instruction's place stands an undefined value of its type, in that of a constant a null. Entry points list all
/// variables. Empty where it can see the module as it is.
std::vector<uint32_t> wordsForValidator(const DecodedModule &module) {
  const Relaxations relaxations(module);
  const auto isKnown = [&](const Instruction &one) { return knownOf(one, relaxations) == Known::yes; };
  const std::vector<Id> interface = interfaceOf(module);
  if (interface.empty() && llvm::all_of(module.instructions, isKnown))
    return {};
  constexpr size_t headerWords = 5;
  std::vector<uint32_t> words(module.words.begin(), module.words.begin() + headerWords);
  for (const Instruction &instruction : module.instructions) {
    const Known known = knownOf(instruction, relaxations);
    const auto *begin = module.words.data() + instruction.offset;
    if (known == Known::yes) {
      const size_t first = words.size();
      words.insert(words.end(), begin, begin + (*begin >> 16));
      if (instruction.opcode == spv::Op::OpEntryPoint)
        completeInterface(words, first, instruction, interface);
    } else if (known == Known::pointerToResult) {
      words.insert(words.end(),
                   {*begin, instruction.result, instruction.word(0), relaxations.results.at(instruction.word(1))});
    } else if (known == Known::theName) {
      words.insert(words.end(),
                   {uint32_t(3) << 16 | uint32_t(spv::Op::OpUndef), relaxations.numberType, instruction.result});
    } else if (known == Known::theTypeOnly) {
      const auto stand = isConstant(instruction.opcode) ? spv::Op::OpConstantNull : spv::Op::OpUndef;
      words.insert(words.end(), {uint32_t(3) << 16 | uint32_t(stand), instruction.type, instruction.result});
    }
  }
  return words;
}

bool declaresAssembly(const Instruction &instruction) {
  return instruction.opcode == spv::Op::OpCapability &&
         static_cast<spv::Capability>(instruction.word(0)) == spv::Capability::AsmINTEL;
}

/// Whether a module has types of which the validator has no notion: nothing that is shown to it could stand for their
/// values.
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

} // namespace

llvm::Error validate(const DecodedModule &module) {
  // It knows assembly by halves, and the reader takes no module that has any.
  if (llvm::any_of(module.instructions, declaresAssembly))
    return llvm::Error::success();
  if (llvm::Error error = checkStructures(module))
    return error;
  if (hasUnknownTypes(module)) // the reader's own checks and LLVM's verifier are all
    return llvm::Error::success();
  // It takes all earlier versions, too. What OpenCL's environment lacks the reader refuses by itself, and names it.
  const Context context(spvContextCreate(SPV_ENV_UNIVERSAL_1_6), &spvContextDestroy);
  const std::vector<uint32_t> known = wordsForValidator(module);
  const llvm::ArrayRef<uint32_t> words = known.empty() ? module.words : known;
  spv_const_binary_t binary = {words.data(), words.size()};
  // A name for a type is made of the names of its parts, however long that becomes; the log names instructions anyway.
  const Options options(spvValidatorOptionsCreate(), &spvValidatorOptionsDestroy);
  spvValidatorOptionsSetFriendlyNames(options.get(), false);
  spv_diagnostic found = nullptr;
  const spv_result_t result = spvValidateWithOptions(context.get(), options.get(), &binary, &found);
  const Diagnostic diagnostic(found, &spvDiagnosticDestroy);
  if (result == SPV_SUCCESS)
    return llvm::Error::success();
  llvm::StringRef text = diagnostic && diagnostic->error ? diagnostic->error : "";
  text = text.split('\n').first.rtrim(". ");
  return llvm::createStringError("The SPIR-V module is not valid: " + text + " (instruction " +
                                 llvm::Twine(diagnostic ? diagnostic->position.index : 0) + ").");
}

} // namespace weft::compiler::spirv
