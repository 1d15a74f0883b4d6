// Unrolls short loops, with an exit for each copy of the body.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/UnrollShortLoopsPass.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#include "codegen/CompileBudget.h"
#include "kernel/CombineInstructionsPass.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether the loop has been unrolled, is the remainder of an unrolled loop, or is vector code.
bool isAlreadyUnrolled(const Loop &loop) {
  return any_of(ArrayRef<StringRef>{"llvm.loop.unroll.disable", "llvm.loop.unroll.runtime.disable",
                                    "llvm.loop.unroll.count", "llvm.loop.isvectorized"},
                [&](StringRef name) { return findOptionMDForLoop(&loop, name) != nullptr; });
}

/// Whether an iteration leaves nothing to the next one but counters that grow by a constant step.
bool carriesOnlyCounters(const Loop &loop, ScalarEvolution &evolution) {
  return all_of(loop.getHeader()->phis(), [&](PHINode &phi) {
    const auto *steps =
        evolution.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi)) : nullptr;
    return steps && steps->getLoop() == &loop && steps->isAffine();
  });
}

/// Returns the number of instructions in the loop's body; 0 for loops that must not, or need not, be unrolled.
size_t lengthOf(const Loop &loop, ScalarEvolution &evolution, unsigned shortLoopBody) {
  if (loop.getNumBlocks() != 1 || !loop.getExitBlock() || isAlreadyUnrolled(loop))
    return 0;
  size_t length = 0;
  bool stores = false;
  for (const Instruction &instruction : *loop.getHeader()) {
    // Calls and atomic instructions take longer than any branch, so unrolling gains nothing.
    if (instruction.isAtomic() || instruction.isVolatile() ||
        (isa<CallBase>(instruction) && instruction.mayReadOrWriteMemory() && !isa<DbgInfoIntrinsic>(instruction)))
      return 0;
    length += isa<PHINode, DbgInfoIntrinsic>(instruction) ? 0 : 1;
    stores |= isa<StoreInst>(instruction);
  }
  return stores && length <= shortLoopBody && evolution.getSmallConstantTripCount(&loop) == 0 &&
                 carriesOnlyCounters(loop, evolution)
             ? length
             : 0;
}

/// Simplifies the code that UnrollLoop has copied, as LLVM's own unrolling pass would.
void cleanUp(Function &kernel, FunctionAnalysisManager &functions) {
  functions.invalidate(kernel, PreservedAnalyses::none());
  FunctionPassManager passes;
  passes.addPass(CombineInstructionsPass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.run(kernel, functions);
}

} // namespace

PreservedAnalyses UnrollShortLoopsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  if (!kernel || packetWidth(*kernel) > 1)
    return PreservedAnalyses::all();
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  auto &loops = functions.getResult<LoopAnalysis>(*kernel);
  if (loops.empty())
    return PreservedAnalyses::all();
  auto &evolution = functions.getResult<ScalarEvolutionAnalysis>(*kernel);
  auto &dominators = functions.getResult<DominatorTreeAnalysis>(*kernel);
  auto &assumptions = functions.getResult<AssumptionAnalysis>(*kernel);
  auto &remarks = functions.getResult<OptimizationRemarkEmitterAnalysis>(*kernel);
  UnrollLoopOptions options{};
  options.Count = code_.shortLoopUnrollFactor;
  options.ForgetAllSCEV = true;
  size_t made = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    const size_t length = lengthOf(*loop, evolution, code_.shortLoopBody) * code_.shortLoopUnrollFactor;
    if (length == 0 || made + length > CodeSizes::unrolledShort)
      continue;
    simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*loop, dominators, &loops, &evolution);
    if (UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions,
                   &functions.getResult<TargetIRAnalysis>(*kernel), &remarks,
                   /*PreserveLCSSA=*/true) != LoopUnrollResult::Unmodified)
      made += length;
  }
  if (made == 0)
    return PreservedAnalyses::all();
  cleanUp(*kernel, functions);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
