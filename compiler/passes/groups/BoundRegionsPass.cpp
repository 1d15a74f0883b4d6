// Marks kernels whose code would be too long after it is copied for each barrier region, so that they run as fibers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/BoundRegionsPass.h"

#include <string>

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

#include "kernel/KernelAttributes.h"
#include "passes/groups/RegionCuts.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses BoundRegionsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || fitsRegionBudget(*kernel, RegionLimits(), mostInstructions_))
    return PreservedAnalyses::all();
  OptimizationRemarkMissed remark("budget", "Regions", DiagnosticLocation(), &kernel->getEntryBlock());
  module.getContext().diagnose(remark << "on fibers: the code between its barriers, copied for each way through them, "
                                         "would be more than "
                                      << std::to_string(mostInstructions_) << " instructions");
  kernel->addFnAttr(manyRegionsAttribute);
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
