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

/// Fails for a structure whose members take several instructions. The validator doesn't know the instruction that has
/// the further members. The structure can't be hidden from the validator, because other instructions use it.
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
  // A module with assembly isn't validated, because the validator knows assembly only in part. The reader refuses the
  // module later.
  if (llvm::any_of(module.instructions, declaresAssembly))
    return llvm::Error::success();
  if (llvm::Error error = checkStructures(module))
    return error;
  const std::optional<ValidatorView> view = viewForValidator(module);
  if (!view) // only the reader's own checks and LLVM's verifier run
    return llvm::Error::success();
  // The validator accepts all earlier versions in this environment, too. The reader itself refuses features that
  // OpenCL's environment lacks, and names them.
  const Context context(spvContextCreate(SPV_ENV_UNIVERSAL_1_6), &spvContextDestroy);
  spv_const_binary_t binary = {view->words.data(), view->words.size()};
  // Friendly names of types are built from the names of their members and may become very long. The log names
  // instructions instead.
  const Options options(spvValidatorOptionsCreate(), &spvValidatorOptionsDestroy);
  spvValidatorOptionsSetFriendlyNames(options.get(), false);
  spv_diagnostic found = nullptr;
  const spv_result_t result = spvValidateWithOptions(context.get(), options.get(), &binary, &found);
  const Diagnostic diagnostic(found, &spvDiagnosticDestroy);
  if (result == SPV_SUCCESS)
    return llvm::Error::success();
  llvm::StringRef text = diagnostic && diagnostic->error ? diagnostic->error : "";
  text = text.split('\n').first.rtrim(". ");
  // The validator counts instructions from 1.
  const size_t number = diagnostic ? diagnostic->position.index : 0;
  const Instruction *instruction =
      number != 0 && number <= view->instructions.size() ? view->instructions[number - 1] : nullptr;
  const std::string place =
      instruction ? (" (" + nameOf(instruction->opcode) + " at word " + llvm::Twine(instruction->offset) + ")").str()
                  : "";
  return llvm::createStringError("The SPIR-V module is not valid: " + text + place + ".");
}

} // namespace weft::compiler::spirv
