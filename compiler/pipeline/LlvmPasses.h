// The LLVM passes that make a kernel's code fast.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_LLVM_PASSES_H
#define WEFT_COMPILER_PIPELINE_LLVM_PASSES_H

#include "llvm/Passes/PassBuilder.h"

#include "pipeline/OptimisationEffort.h"

namespace weft::compiler {

/// Returns the list of LLVM's passes for a kernel that Clang has cleaned up and whose packets and work-item loops have
/// been made. LLVM's own list is for code that a frontend has just written and for programs of many functions, and runs
/// everything more often. `effort` may be any effort but none.
llvm::ModulePassManager llvmPasses(OptimisationEffort effort, const llvm::PipelineTuningOptions &tuning);

} // namespace weft::compiler

#endif
