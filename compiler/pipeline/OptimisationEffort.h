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

/// Chooses the effort. The longer the module that is about to be optimised, and the deeper its branches are nested, the
/// lower the effort; CompileBudget has the limits. If the effort is -O1 or none, the function reports in a remark on
/// the kernel which optimisation is left out.
OptimisationEffort chooseOptimisationEffort(llvm::Module &module, const CompileBudget &budget);

/// Returns LLVM's options for the effort. If a function of the module has more than CompileBudget::vectorisedBlocks
/// blocks, LLVM vectorises no loop, and a remark reports this.
llvm::PipelineTuningOptions tuningOptions(OptimisationEffort effort, llvm::Module &module, const CompileBudget &budget);
llvm::CodeGenOptLevel codeGenLevel(OptimisationEffort effort);

} // namespace weft::compiler

#endif
