// Prepares the control flow, loops and vectors of a kernel for the pass packetise, and cleans up after this pass.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketPreparation.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

#include "analysis/WorkItemUniformity.h"
#include "kernel/AnalysisManagers.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/ScalariseReductionsPass.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses PacketKernelPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  AnalysisManagers analyses;
  WorkItemUniformity::registerTarget(analyses.functions, UniformityScope::packet);
  analyses.registerForFunctions();
  passes_.run(*kernel, analyses.functions);
  return PreservedAnalyses::none();
}

FunctionPassManager scalariseVectors() {
  FunctionPassManager passes;
  passes.addPass(ScalariseReductionsPass());
  passes.addPass(ScalarizerPass());
  return passes;
}

FunctionPassManager canonicaliseLoops() {
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass()); // comes first, while it can still see which default cases are unreachable
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(), /*UseMemorySSA=*/false));
  passes.addPass(LoopSimplifyPass());
  passes.addPass(UnifyLoopExitsPass());
  return passes;
}

FunctionPassManager structurise() {
  FunctionPassManager passes;
  passes.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
  passes.addPass(EarlyCSEPass());
  return passes;
}

FunctionPassManager formLcssa() {
  FunctionPassManager passes;
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(ScalarizerPass()); // splits the vector phis that LCSSA has added
  return passes;
}

FunctionPassManager cleanUpPackets() {
  FunctionPassManager passes;
  passes.addPass(ADCEPass());
  return passes;
}

} // namespace weft::compiler
