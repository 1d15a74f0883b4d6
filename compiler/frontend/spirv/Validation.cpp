// Calls the validator of SPIRV-Tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Validation.h"

#include <memory>

#include <spirv-tools/libspirv.h>

#include "llvm/ADT/DenseMap.h"

namespace weft::compiler::spirv {
namespace {

using Context = std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)>;
using Diagnostic = std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)>;

/// The validator follows the type of what the functions vstore* of OpenCL.std store, without a look at what it is, and
/// crashes where it is no number.
llvm::Error checkStoredData(const DecodedModule &module) {
  llvm::DenseMap<Id, spv::Op> kinds; // of types
  llvm::DenseMap<Id, Id> types;      // of values
  for (const Instruction &instruction : module.instructions) {
    if (instruction.type != 0)
      types[instruction.result] = instruction.type;
    else if (instruction.result != 0)
      kinds[instruction.result] = instruction.opcode;
    if (instruction.opcode != spv::Op::OpExtInst || !openClNameOf(instruction.word(1)).starts_with("vstore"))
      continue;
    const spv::Op kind = kinds.lookup(types.lookup(instruction.word(2)));
    if (kind != spv::Op::OpTypeInt && kind != spv::Op::OpTypeFloat && kind != spv::Op::OpTypeVector)
      return llvm::createStringError("The SPIR-V module is not valid: OpExtInst at word " +
                                     llvm::Twine(instruction.offset) + " stores what is no number.");
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error validate(const DecodedModule &module) {
  if (llvm::Error error = checkStoredData(module))
    return error;
  // It takes all earlier versions, too. What OpenCL's environment lacks the reader refuses by itself, and names it.
  const Context context(spvContextCreate(SPV_ENV_UNIVERSAL_1_6), &spvContextDestroy);
  spv_const_binary_t binary = {module.words.data(), module.words.size()};
  spv_diagnostic found = nullptr;
  const spv_result_t result = spvValidate(context.get(), &binary, &found);
  const Diagnostic diagnostic(found, &spvDiagnosticDestroy);
  if (result == SPV_SUCCESS)
    return llvm::Error::success();
  llvm::StringRef text = diagnostic && diagnostic->error ? diagnostic->error : "";
  text = text.split('\n').first.rtrim(". ");
  return llvm::createStringError("The SPIR-V module is not valid: " + text + " (instruction " +
                                 llvm::Twine(diagnostic ? diagnostic->position.index : 0) + ").");
}

} // namespace weft::compiler::spirv
