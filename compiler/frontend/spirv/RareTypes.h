// Types that few instructions take, and how later stages are spared them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_RARE_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_RARE_TYPES_H

#include "llvm/IR/Module.h"

namespace weft::compiler::spirv {

/// In functions that have vectors of pointers, each element becomes a value of its own: OpenCL C has no such vectors,
/// so no later stage knows them. Those that calls take and give stay. *Requires* a module that LLVM has verified.
void scalariseVectorsOfPointers(llvm::Module &program);

} // namespace weft::compiler::spirv

#endif
