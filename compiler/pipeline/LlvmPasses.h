// The passes of LLVM's that make a kernel's code fast.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_LLVM_PASSES_H
#define WEFT_COMPILER_PIPELINE_LLVM_PASSES_H

#include "llvm/Passes/PassBuilder.h"

#include "pipeline/OptimisationEffort.h"

namespace weft::compiler {

/// A list for what Clang has cleaned up and the packets and work-item loops have been made of: LLVM's own is for what a
/// frontend has just written and for programs of many functions, and looks at everything more often. For every effort
/// but none.
llvm::ModulePassManager llvmPasses(OptimisationEffort effort, const llvm::PipelineTuningOptions &tuning);

} // namespace weft::compiler

#endif
