// Runs LLVM's own optimisation on a kernel for the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/OptimisePass.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

#include "kernel/DotProduct.h"
#include "kernel/GroupPrivateMemory.h"
#include "kernel/KernelAttributes.h"
#include "passes/host/ForwardStoresPass.h"
#include "passes/host/ShareLaneAddressesPass.h"
#include "pipeline/LlvmPasses.h"
#include "pipeline/OptimisationEffort.h"
#include "pipeline/RolledLoops.h"

using namespace llvm;

namespace weft::compiler {

/// Limits the effort for kernels with checks to -O1 at most. Their checks are many times longer than the rest of the
/// code. Full optimisation makes them hardly faster, and takes twice as long.
static OptimisationEffort effortFor(Module &module, const Function *kernel, const CompileBudget &budget) {
  const OptimisationEffort effort = chooseOptimisationEffort(module, budget);
  return kernel && checksOf(*kernel).any() ? std::max(effort, OptimisationEffort::quick) : effort;
}

PreservedAnalyses OptimisePass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  const bool isUnoptimised =
      attempt_ == Attempt::unoptimised || (kernel && kernel->hasFnAttribute(unoptimisedAttribute));
  const OptimisationEffort effort = isUnoptimised ? OptimisationEffort::none : effortFor(module, kernel, budget_);
  target_.setOptLevel(codeGenLevel(effort));
  offerVectorDotProducts(module, mostLanes_);
  const PipelineTuningOptions tuning = tuningOptions(effort, module, budget_);
  ModulePassManager passes =
      effort == OptimisationEffort::none
          ? PassBuilder(&target_, tuning, std::nullopt, callbacks_).buildO0DefaultPipeline(OptimizationLevel::O0)
          : llvmPasses(effort, tuning);
  if (kernel && effort != OptimisationEffort::none) {
    claimGroupPrivateMemory(*kernel);
    // In LLVM's list, unrolling comes after the last passes that remove dead stores and loads of stored values. So
    // passes that remove these run again here. DSEPass runs twice: with many stores, the first run may leave stores
    // whose last loads have just been removed.
    FunctionPassManager cleanUp;
    cleanUp.addPass(ShareLaneAddressesPass());
    cleanUp.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    cleanUp.addPass(ForwardStoresPass(registerBytes_));
    cleanUp.addPass(DSEPass());
    cleanUp.addPass(DSEPass());
    passes.addPass(createModuleToFunctionPassAdaptor(std::move(cleanUp)));
  }
  if (effort != OptimisationEffort::none)
    disableLargeLoopUnrolling(module);
  passes.run(module, analyses);
  releaseGroupPrivateMemory(module);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
