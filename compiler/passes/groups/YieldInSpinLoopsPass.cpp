// Lets the other work-items of the group run while a work-item waits for them in a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/YieldInSpinLoopsPass.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/SpinLoops.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "kernel/KernelInlining.h"

using namespace llvm;

namespace weft::compiler {

namespace {

void yieldIn(const Loop &loop) {
  BasicBlock *header = loop.getHeader();
  SmallVector<BasicBlock *> latches;
  loop.getLoopLatches(latches);
  BasicBlock *turn = SplitBlockPredecessors(header, latches, ".spin");
  IRBuilder<> builder(turn->getTerminator());
  builder.CreateCall(declareYield(*turn->getModule()), {});
  OptimizationRemarkMissed remark("yield-in-spin-loops", "Spins", loop.getStartLoc(), header);
  header->getContext().diagnose(remark << "on fibers: this loop waits for other work-items");
}

bool yieldInSpinLoops(Function &function, const SpinLoopFinder &finder) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  // The inserted blocks create no new loops.
  const SmallVector<Loop *> found = finder.find(loops, dominators);
  for (const Loop *loop : found)
    yieldIn(*loop);
  return !found.empty();
}

} // namespace

PreservedAnalyses YieldInSpinLoopsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  const SpinLoopFinder finder(module);
  SmallVector<Function *> spinning;
  for (Function &function : module)
    if (!function.isDeclaration() && yieldInSpinLoops(function, finder))
      spinning.push_back(&function);
  if (spinning.empty())
    return PreservedAnalyses::all();
  SetVector<Function *> mustInline(spinning.begin(), spinning.end());
  addCallers(spinning, mustInline);
  inlineIntoKernel(*kernel, std::move(mustInline), CompileBudget().inlined);
  kernel->addFnAttr(spinsAttribute);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
