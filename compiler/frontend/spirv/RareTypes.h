// Types that few instructions use, and their removal for later stages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_RARE_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_RARE_TYPES_H

#include "llvm/IR/Module.h"

namespace weft::compiler::spirv {

/// Replaces vectors of pointers inside functions by separate pointers, one for each element. OpenCL C has no vectors of
/// pointers, so later stages don't support them. Arguments and results of calls stay vectors. *Requires* a module that
/// LLVM has verified.
void scalariseVectorsOfPointers(llvm::Module &program);

} // namespace weft::compiler::spirv

#endif
