// Chooses how much LLVM optimises a kernel's code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_OPTIMISATION_EFFORT_H
#define WEFT_COMPILER_PIPELINE_OPTIMISATION_EFFORT_H

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"

#include "codegen/CompileBudget.h"

namespace llvm {
class Module;
}

namespace weft::compiler {

/// The efforts from most to least.
enum class OptimisationEffort {
  full,  ///< -O3
  brief, ///< -O2: no copies of loops for each outcome of a condition (loop unswitching), no interleaving of several
         ///< vectors, and no vectorisation of code outside of loops
  quick, ///< -O1, and no vectorisation at all
  none,  ///< the code stays as it is written
};

/// Chooses the effort by the length of the module that is about to be optimised, and by the depth of its branches. If
/// the effort is -O1 or none, the function reports in a remark on the kernel which optimisation is left out.
OptimisationEffort chooseOptimisationEffort(llvm::Module &module, const CompileBudget &budget);

/// Returns LLVM's options for the effort. The function also reports where loops aren't vectorised because a function
/// has too many blocks.
llvm::PipelineTuningOptions tuningOptions(OptimisationEffort effort, llvm::Module &module, const CompileBudget &budget);
llvm::CodeGenOptLevel codeGenLevel(OptimisationEffort effort);

} // namespace weft::compiler

#endif
