// The list of LLVM's passes that optimise a kernel's code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_LLVM_PASSES_H
#define WEFT_COMPILER_PIPELINE_LLVM_PASSES_H

#include "llvm/Passes/PassBuilder.h"

#include "pipeline/OptimisationEffort.h"

namespace weft::compiler {

/// Returns the list of LLVM's passes for a kernel that Clang has cleaned up, and in which earlier stages have made
/// packets and loops over work-items. LLVM's own list is for unoptimised code of a front end and for programs of many
/// functions, and therefore runs passes more often. `effort` may not be OptimisationEffort::none.
llvm::ModulePassManager llvmPasses(OptimisationEffort effort, const llvm::PipelineTuningOptions &tuning);

} // namespace weft::compiler

#endif
