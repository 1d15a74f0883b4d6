// Brings a kernel into the form that packets are made from, and clears away what is left of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketPreparation.h"

#include "llvm/Passes/PassBuilder.h"
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
#include "passes/packets/JoinRowAccessesPass.h"
#include "passes/packets/StripMineRowsPass.h"

using namespace llvm;

namespace weft::compiler {

namespace {

void run(FunctionPassManager &passes, Function &kernel) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager analyses;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  WorkItemUniformity::registerTarget(analyses, UniformityScope::packet);
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(analyses);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, analyses, components, modules);
  passes.run(kernel, analyses);
}

} // namespace

void prepareForPackets(Function &kernel) {
  FunctionPassManager passes;
  passes.addPass(StripMineRowsPass());
  passes.addPass(JoinRowAccessesPass());
  passes.addPass(ScalarizerPass()); // all but loads and stores
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(LowerSwitchPass());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(), /*UseMemorySSA=*/false));
  passes.addPass(LoopSimplifyPass());
  passes.addPass(UnifyLoopExitsPass());
  passes.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
  passes.addPass(EarlyCSEPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(ScalarizerPass()); // the phis that have come
  run(passes, kernel);
}

void cleanUpPackets(Function &kernel) {
  FunctionPassManager passes;
  passes.addPass(ADCEPass());
  run(passes, kernel);
}

} // namespace weft::compiler
