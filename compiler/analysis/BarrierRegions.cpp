// Cuts a kernel at its barriers into regions. All work-items of a group run one region before any of them runs the
// next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/BarrierRegions.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

BarrierRegions::BarrierRegions(Function &kernel) {
  SmallVector<BasicBlock *> barriers = isolateBarriers(kernel);
  formRegion(kernel.getEntryBlock().getSingleSuccessor());
  for (BasicBlock *barrier : barriers) {
    formRegion(barrier->getSingleSuccessor());
    const auto &call = cast<CallInst>(barrier->front());
    regions_.back().isSingle = call.hasFnAttr(singleAttribute);
    regions_.back().isCold = call.hasFnAttr(coldAttribute);
    if (const std::optional<OperandBundleUse> rows = call.getOperandBundle(rowsBundle)) {
      regions_.back().firstRow = rows->Inputs[0];
      regions_.back().rowLength = rows->Inputs[1];
    }
  }
  if (!barriers.empty()) // no value is live at the start of the first region
    findLiveValues(kernel);
}

SmallVector<BasicBlock *> BarrierRegions::isolateBarriers(Function &kernel) {
  SmallVector<Instruction *> calls;
  for (Instruction &instruction : instructions(kernel))
    if (isBarrier(instruction))
      calls.push_back(&instruction);
  SmallVector<BasicBlock *> barriers;
  for (Instruction *call : calls) {
    BasicBlock *barrier = SplitBlock(call->getParent(), call->getIterator());
    SplitBlock(barrier, std::next(call->getIterator()));
    barrier->setName("barrier");
    barriers.push_back(barrier);
    regionAfter_[barrier] = barriers.size();
  }
  return barriers;
}

void BarrierRegions::formRegion(BasicBlock *start) {
  BarrierRegion region;
  region.start = start;
  SmallPtrSet<BasicBlock *, 16> seen{start};
  SmallVector<BasicBlock *> worklist{start};
  while (!worklist.empty()) {
    BasicBlock *block = worklist.pop_back_val();
    if (unsigned barrier = barrierIn(block)) {
      region.successors.push_back(barrier);
      continue;
    }
    region.blocks.push_back(block);
    region.reachesEnd |= isa<ReturnInst>(block->getTerminator());
    for (BasicBlock *successor : successors(block))
      if (seen.insert(successor).second)
        worklist.push_back(successor);
  }
  regions_.push_back(std::move(region));
}

/// For each value, follows the control flow back from each use to the definition. Records the value as live at each
/// start of a region on the way (liveness by use, Boissinot et al., "Fast Liveness Checking for SSA-Form Programs",
/// section 2).
void BarrierRegions::findLiveValues(Function &kernel) {
  DenseMap<const BasicBlock *, SmallVector<unsigned, 1>> startsAt;
  for (auto [number, region] : enumerate(regions_))
    startsAt[region.start].push_back(number);
  for (BasicBlock &block : kernel) {
    if (&block == &kernel.getEntryBlock())
      continue;
    for (Instruction &value : block) {
      SmallPtrSet<BasicBlock *, 16> liveIn;
      SmallVector<BasicBlock *> worklist;
      for (Use &use : value.uses()) {
        auto *user = cast<Instruction>(use.getUser());
        auto *phi = dyn_cast<PHINode>(user);
        BasicBlock *usedIn = phi ? phi->getIncomingBlock(use) : user->getParent();
        if (usedIn != &block)
          worklist.push_back(usedIn);
      }
      while (!worklist.empty()) {
        BasicBlock *reached = worklist.pop_back_val();
        if (reached == &block || !liveIn.insert(reached).second)
          continue;
        if (auto starts = startsAt.find(reached); starts != startsAt.end())
          for (unsigned region : starts->second)
            regions_[region].liveAtStart.insert(&value);
        append_range(worklist, predecessors(reached));
      }
    }
  }
}

} // namespace weft::compiler
