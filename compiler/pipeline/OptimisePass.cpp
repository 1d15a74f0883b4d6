// LLVM's own optimisation of a kernel for the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/OptimisePass.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

#include "kernel/DotProduct.h"
#include "kernel/KernelAttributes.h"
#include "pipeline/Ambition.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses OptimisePass::run(Module &module, ModuleAnalysisManager &analyses) {
  const Function *kernel = findKernel(module);
  const bool staysAsWritten =
      attempt_ == Attempt::unoptimised || (kernel && kernel->hasFnAttribute(unoptimisedAttribute));
  const Ambition ambition = staysAsWritten ? Ambition::none : chooseAmbition(module, budget_);
  target_.setOptLevel(codeGenLevel(ambition));
  offerVectorDotProducts(module, mostLanes_);
  PassBuilder builder(&target_, tuningOptions(ambition, module, budget_), std::nullopt, callbacks_);
  return builder.buildPerModuleDefaultPipeline(optimizationLevel(ambition)).run(module, analyses);
}

} // namespace weft::compiler
