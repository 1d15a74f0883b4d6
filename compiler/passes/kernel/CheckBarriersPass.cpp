// Notes at which barrier each work-item waits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/CheckBarriersPass.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "analysis/WorkItemUniformity.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether a barrier can be reached behind `block` that need not be: work-items that part here may miss it.
bool leadsPastBarrier(BasicBlock &block, const PostDominatorTree &postDominators) {
  SmallVector<BasicBlock *> open(successors(&block));
  SmallPtrSet<BasicBlock *, 16> seen;
  while (!open.empty()) {
    BasicBlock *next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (hasBarrier(*next) && (next == &block || !postDominators.dominates(next, &block)))
      return true;
    append_range(open, successors(next));
  }
  return false;
}

bool mayMissBarriers(Function &kernel) {
  const PostDominatorTree postDominators(kernel);
  const WorkItemUniformity uniformity(kernel);
  return any_of(kernel, [&](BasicBlock &block) {
    return uniformity.divergesBehind(block) && leadsPastBarrier(block, postDominators);
  });
}

} // namespace

PreservedAnalyses CheckBarriersPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || !checksOf(*kernel).has(CodeCheck::barriers) ||
      !any_of(*kernel, [](const BasicBlock &block) { return hasBarrier(block); }) || !mayMissBarriers(*kernel))
    return PreservedAnalyses::all();
  SmallVector<Instruction *> barriers;
  for (Instruction &instruction : instructions(*kernel))
    if (isBarrier(instruction))
      barriers.push_back(&instruction);
  CheckCalls calls(*kernel);
  for (Instruction *barrier : barriers) {
    IRBuilder<> builder(barrier);
    calls.barrier(builder, calls.site(*barrier, {.kind = WEFT_CHECK_BARRIER}));
  }
  kernel->addFnAttr(checksBarriersAttribute);
  kernel->addFnAttr(observesGroupsAttribute);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
