// Types that few instructions use, and their removal for later stages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_RARE_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_RARE_TYPES_H

#include "llvm/IR/Module.h"

namespace weft::compiler::spirv {

/// In functions with vectors of pointers, makes each element a separate value. OpenCL C has no such vectors, so no
/// later stage knows them. Vectors of pointers that calls take and return stay. *Requires* a module that LLVM has
/// verified.
void scalariseVectorsOfPointers(llvm::Module &program);

} // namespace weft::compiler::spirv

#endif
