// Calls the validator of SPIRV-Tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Validation.h"

#include <memory>
#include <optional>
#include <string>

#include <spirv-tools/libspirv.h>

#include "llvm/ADT/STLExtras.h"

#include "frontend/spirv/ValidatorView.h"

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

bool declaresAssembly(const Instruction &instruction) {
  return instruction.opcode == spv::Op::OpCapability &&
         static_cast<spv::Capability>(instruction.word(0)) == spv::Capability::AsmINTEL;
}

} // namespace

llvm::Error validate(const DecodedModule &module) {
  // It knows assembly by halves, and the reader takes no module that has any.
  if (llvm::any_of(module.instructions, declaresAssembly))
    return llvm::Error::success();
  if (llvm::Error error = checkStructures(module))
    return error;
  const std::optional<ValidatorView> view = viewForValidator(module);
  if (!view) // the reader's own checks and LLVM's verifier are all
    return llvm::Error::success();
  // It takes all earlier versions, too. What OpenCL's environment lacks the reader refuses by itself, and names it.
  const Context context(spvContextCreate(SPV_ENV_UNIVERSAL_1_6), &spvContextDestroy);
  spv_const_binary_t binary = {view->words.data(), view->words.size()};
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
  // It counts instructions from 1 on.
  const size_t number = diagnostic ? diagnostic->position.index : 0;
  const Instruction *instruction =
      number != 0 && number <= view->instructions.size() ? view->instructions[number - 1] : nullptr;
  const std::string place =
      instruction ? (" (" + nameOf(instruction->opcode) + " at word " + llvm::Twine(instruction->offset) + ")").str()
                  : "";
  return llvm::createStringError("The SPIR-V module is not valid: " + text + place + ".");
}

} // namespace weft::compiler::spirv
