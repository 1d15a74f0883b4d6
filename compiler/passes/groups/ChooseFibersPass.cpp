// Finds kernels that only fibers can run: work-items wait for each other in loops, or there is too much code for loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/ChooseFibersPass.h"

#include <string>

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
#include "passes/groups/RegionCuts.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr char passName[] = "choose-fibers";

void yieldIn(const Loop &loop) {
  BasicBlock *header = loop.getHeader();
  SmallVector<BasicBlock *> latches;
  loop.getLoopLatches(latches);
  BasicBlock *turn = SplitBlockPredecessors(header, latches, ".spin");
  IRBuilder<> builder(turn->getTerminator());
  builder.CreateCall(declareYield(*turn->getModule()), {});
  OptimizationRemarkMissed remark(passName, "Spins", loop.getStartLoc(), header);
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

/// Makes the kernel yield in each loop that waits for other work-items. Returns whether there is one.
bool yieldInSpinLoops(Function &kernel) {
  Module &module = *kernel.getParent();
  const SpinLoopFinder finder(module);
  SmallVector<Function *> spinning;
  for (Function &function : module)
    if (!function.isDeclaration() && yieldInSpinLoops(function, finder))
      spinning.push_back(&function);
  if (spinning.empty())
    return false;
  SetVector<Function *> mustInline(spinning.begin(), spinning.end());
  addCallers(spinning, mustInline);
  inlineIntoKernel(kernel, std::move(mustInline), CompileBudget().inlined);
  return true;
}

bool hasTooLongRegions(Function &kernel, size_t mostInstructions) {
  if (scheduleOf(kernel).executor == ScheduleExecutor::fibers ||
      fitsRegionBudget(kernel, RegionLimits(), mostInstructions))
    return false;
  OptimizationRemarkMissed remark(passName, "Regions", DiagnosticLocation(), &kernel.getEntryBlock());
  kernel.getContext().diagnose(remark << "on fibers: the code between its barriers, copied for each way through them, "
                                         "would be more than "
                                      << std::to_string(mostInstructions) << " instructions");
  return true;
}

} // namespace

PreservedAnalyses ChooseFibersPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || !(yieldInSpinLoops(*kernel) || hasTooLongRegions(*kernel, mostInstructions_)))
    return PreservedAnalyses::all();
  kernel->addFnAttr(needsFibersAttribute);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
