// LLVM's own optimisation of a kernel for the host.
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

/// The checks of a kernel are many times its code. All of LLVM's optimisation makes them little quicker, and takes
/// twice the time of -O1.
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
    // LLVM has unrolled loops since it last looked for loads of what was stored, and for stores that nobody loads.
    // There are many, so a first look may leave some whose last loads have just gone.
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
