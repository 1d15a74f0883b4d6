// Calls the validator of SPIRV-Tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Validation.h"

#include <memory>

#include <spirv-tools/libspirv.h>

namespace weft::compiler::spirv {
namespace {

using Context = std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)>;
using Diagnostic = std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)>;

} // namespace

llvm::Error validate(const DecodedModule &module) {
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
