// Replaces the calls by which a kernel prints, enqueues kernels and reports faults by calls of the launch's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerLaunchCallsPass.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses LowerLaunchCallsPass::run(Module &module, ModuleAnalysisManager &) {
  if (Function *kernel = findKernel(module)) {
    lowerPrintf(*kernel);
    lowerEnqueues(*kernel);
    lowerChecks(*kernel);
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
