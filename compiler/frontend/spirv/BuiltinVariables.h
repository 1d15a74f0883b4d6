// SPIR-V's built-in variables, which are OpenCL C's work-item functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_BUILTIN_VARIABLES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_BUILTIN_VARIABLES_H

#include <spirv/unified1/spirv.hpp11>

#include "llvm/IR/BasicBlock.h"

namespace weft::compiler::spirv {

/// Creates a private variable of `type` at the beginning of a function's entry block, and stores the results of the
/// work-item functions in it. Returns null if no work-item function returns the values of the built-in variable
/// `which`, or if none returns them in this type.
llvm::Value *writeBuiltinVariable(llvm::BasicBlock &entry, spv::BuiltIn which, llvm::Type *type);

} // namespace weft::compiler::spirv

#endif
