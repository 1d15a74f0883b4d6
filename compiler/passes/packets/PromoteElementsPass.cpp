// Keeps elements of memory that a loop updates in registers meanwhile.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PromoteElementsPass.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A store that is known to meet some of the other accesses not, always to one place.
bool staysInPlace(const Instruction &instruction, const Loop &loop, ScalarEvolution &evolution) {
  const auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() && store->hasMetadata(LLVMContext::MD_noalias) &&
         evolution.isLoopInvariant(evolution.getSCEV(const_cast<Value *>(store->getPointerOperand())), &loop);
}

/// Whether the loop has such a store, and no barrier, past which nothing can be kept.
bool updatesElements(const Loop &loop, ScalarEvolution &evolution) {
  return none_of(loop.blocks(), [](const BasicBlock *block) { return hasBarrier(*block); }) &&
         any_of(loop.blocks(), [&](const BasicBlock *block) {
           return any_of(*block, [&](const Instruction &one) { return staysInPlace(one, loop, evolution); });
         });
}

class PromoteInLoop : public PassInfoMixin<PromoteInLoop> {
public:
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses, LoopStandardAnalysisResults &results,
                        LPMUpdater &updater) {
    return updatesElements(loop, results.SE) ? LICMPass(LICMOptions()).run(loop, analyses, results, updater)
                                             : PreservedAnalyses::all();
  }
};

} // namespace

PreservedAnalyses PromoteElementsPass::run(Function &kernel, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(kernel);
  SmallVector<Loop *> loops = analyses.getResult<LoopAnalysis>(kernel).getLoopsInPreorder();
  if (none_of(loops, [&](const Loop *loop) { return updatesElements(*loop, evolution); }))
    return PreservedAnalyses::all();
  FunctionPassManager passes;
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(), /*UseMemorySSA=*/false));
  passes.addPass(createFunctionToLoopPassAdaptor(PromoteInLoop(), /*UseMemorySSA=*/true));
  return passes.run(kernel, analyses);
}

} // namespace weft::compiler
