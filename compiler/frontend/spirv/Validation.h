// Checks a module against SPIR-V's rules with the validator of SPIRV-Tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_VALIDATION_H
#define WEFT_COMPILER_FRONTEND_SPIRV_VALIDATION_H

#include "llvm/Support/Error.h"

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

/// Fails with the validator's first message and the instruction that it is about.
llvm::Error validate(const DecodedModule &module);

} // namespace weft::compiler::spirv

#endif
