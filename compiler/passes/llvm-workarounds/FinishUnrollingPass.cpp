// Unrolls loops over packets that LLVM leaves, because it counts their gathers and scatters as many accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm-workarounds/FinishUnrollingPass.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses FinishUnrollingPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<Loop *> chosen;
  for (Loop *loop : reverse(loops.getLoopsInPreorder())) // inner loops first
    if (findOptionMDForLoop(loop, unrolledLoopProperty))
      chosen.push_back(loop);
  if (chosen.empty())
    return PreservedAnalyses::all();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<AssumptionAnalysis>(function);
  auto &remarks = analyses.getResult<OptimizationRemarkEmitterAnalysis>(function);
  const auto &target = analyses.getResult<TargetIRAnalysis>(function);
  for (Loop *loop : chosen) {
    simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*loop, dominators, &loops, &evolution);
    UnrollLoopOptions options{};
    options.Count = evolution.getSmallConstantTripCount(loop);
    if (options.Count == 0)
      continue;
    options.Force = true;
    options.ForgetAllSCEV = true;
    UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions, &target, &remarks, /*PreserveLCSSA=*/true);
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
