// How hard LLVM tries to make a kernel's code fast.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_AMBITION_H
#define WEFT_COMPILER_PIPELINE_AMBITION_H

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"

#include "codegen/CompileBudget.h"

namespace llvm {
class Module;
}

namespace weft::compiler {

/// From most to least.
enum class OptimisationEffort {
  full,  ///< -O3
  brief, ///< -O2: no copies of loops for each outcome of a condition, no several vectors at once, and no search for
         ///< vectors besides the loops over work-items
  quick, ///< -O1, and no search for vectors at all
  none,  ///< what is written
};

/// By how long the module is that is about to be optimised. Says of a kernel's code what is left out, from -O1 on.
OptimisationEffort chooseOptimisationEffort(llvm::Module &module, const CompileBudget &budget);

/// Says also where loops stay as they are because they have too many branches.
llvm::PipelineTuningOptions tuningOptions(OptimisationEffort effort, llvm::Module &module, const CompileBudget &budget);
llvm::CodeGenOptLevel codeGenLevel(OptimisationEffort effort);

} // namespace weft::compiler

#endif
