// Inserts barriers, so that the blocks between barriers are copied less often and the code between barriers is shorter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/RegionCuts.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "analysis/BarrierRegions.h"
#include "analysis/ReconvergencePoints.h"
#include "analysis/WorkItemUniformity.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The bytes of the private variables of `kernel`. A barrier that is inserted moves them to scratch, where they exist
/// for all work-items at once.
uint64_t variableBytes(const Function &kernel) {
  uint64_t bytes = 0;
  for (const Instruction &instruction : instructions(kernel))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      const std::optional<TypeSize> size = variable->getAllocationSize(kernel.getDataLayout());
      bytes = size ? bytes + size->getFixedValue() : UINT64_MAX / 2;
    }
  return bytes;
}

/// Whether packets of `kernel` must not cross from one row of work-items into the next (rowsBundle). Such a kernel is
/// not cut: after an inserted barrier, which has no rowsBundle, packets would consist of other work-items than before
/// it.
bool hasRowsBundle(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    return isBarrier(instruction) && cast<CallInst>(instruction).getOperandBundle(rowsBundle);
  });
}

class RegionCutter {
public:
  RegionCutter(Function &kernel, const RegionLimits &limits) : kernel_(kernel), limits_(limits), order_(&kernel) {
    unsigned number = 0;
    for (BasicBlock *block : order_) {
      position_[block] = number++;
      if (hasBarrier(*block))
        barriers_.insert(block);
    }
  }

  /// The number of barriers, each of which begins a region.
  size_t barriers() const { return count_if(instructions(kernel_), isBarrier); }

  /// Whether all regions together have more instructions than the growth limit allows. Counting stops at the limit.
  bool exceedsGrowthLimit() const {
    return copiesExceed(limits_.growth * kernel_.getInstructionCount() + limits_.growthMargin);
  }

  bool copiesExceed(size_t limit) const {
    size_t copied = 0;
    for (BasicBlock *barrier : barriers_) {
      SmallPtrSet<const BasicBlock *, 16> seen;
      SmallVector<BasicBlock *> worklist(successors(barrier));
      while (!worklist.empty()) {
        BasicBlock *block = worklist.pop_back_val();
        if (!seen.insert(block).second)
          continue;
        copied += block->size();
        if (copied > limit)
          return true;
        if (!barriers_.contains(block))
          append_range(worklist, successors(block));
      }
    }
    return false;
  }

  /// Inserts a barrier after each RegionLimits::length instructions of the code that all work-items run exactly once.
  void insertBarriersByLength() {
    findDivergent();
    const DominatorTree dominators(kernel_);
    const LoopInfo loops(dominators);
    size_t length = 0;
    for (BasicBlock *block : order_) {
      if (block->isEntryBlock())
        continue;
      const bool mayCut = !divergent_.contains(block) && !loops.getLoopFor(block);
      for (Instruction &instruction : *block) {
        length = isBarrier(instruction) ? 0 : length + 1;
        if (!mayCut || length < limits_.length || isa<PHINode>(instruction) || instruction.isTerminator())
          continue;
        IRBuilder<> builder(&instruction);
        builder.CreateCall(declareBarrier(*kernel_.getParent()), {});
        length = 0;
      }
    }
  }

  void cut() {
    findDivergent();
    SmallVector<BasicBlock *> cuts = findRegionMerges();
    for (BasicBlock *block : cuts) {
      IRBuilder<> builder(block, block->getFirstInsertionPt());
      builder.CreateCall(declareBarrier(*kernel_.getParent()), {});
    }
  }

private:
  /// Finds the blocks that some work-items may run and others not. They lie between a branch that may be divergent and
  /// the block where its paths have reconverged.
  void findDivergent() {
    const WorkItemUniformity uniformity(kernel_);
    const ReconvergencePoints joins(kernel_);
    const DenseMap<const BasicBlock *, unsigned> barriers = barriersOnAllPaths(joins);
    SmallVector<const BasicBlock *> branches;
    for (const BasicBlock *block : order_) {
      const Instruction *terminator = block->getTerminator();
      if (terminator->getNumSuccessors() < 2)
        continue;
      const auto *condition = dyn_cast<Instruction>(terminator->getOperand(0));
      const bool known = isa<BranchInst, SwitchInst>(terminator);
      const bool isUniform = known && (!condition || condition->getParent() == &kernel_.getEntryBlock() ||
                                       uniformity.isUniform(*condition));
      // A branch to a barrier is uniform: if one work-item takes a path with a barrier, all do (OpenCL C 3.0, 6.15.8).
      const bool guardsBarrier = any_of(successors(block), [&](const BasicBlock *next) {
        return barriers.lookup(next) > barriers.lookup(joins.reconvergencePointOf(*block));
      });
      if (!isUniform && !guardsBarrier)
        branches.push_back(block);
    }
    divergent_ = joins.influenceRegion(branches);
  }

  /// For each block, the number of blocks with a barrier that every path from the block to the kernel's end passes. The
  /// block itself counts, too.
  DenseMap<const BasicBlock *, unsigned> barriersOnAllPaths(const ReconvergencePoints &joins) const {
    DenseMap<const BasicBlock *, unsigned> counts;
    for (BasicBlock *block : joins.inTreeOrder()) {
      const unsigned behind = counts.lookup(joins.reconvergencePointOf(*block));
      counts[block] = behind + (barriers_.contains(block) ? 1 : 0);
    }
    return counts;
  }

  /// Returns the blocks at whose starts barriers are to be inserted: where several regions meet and a cut is possible.
  /// The search follows the regions through the blocks. A region is named by the block that it starts in; null stands
  /// for several regions.
  SmallVector<BasicBlock *> findRegionMerges() {
    DenseMap<const BasicBlock *, const BasicBlock *> regionAtEnd;
    SmallSetVector<BasicBlock *, 16> cuts;
    bool changed = true;
    while (changed) {
      changed = false;
      for (BasicBlock *block : order_) {
        const BasicBlock *region = cuts.contains(block) ? block : regionAtStart(*block, regionAtEnd);
        if (!region && canCut(*block)) {
          cuts.insert(block);
          region = block;
        }
        if (barriers_.contains(block))
          region = block;
        auto [known, isNew] = regionAtEnd.try_emplace(block, region);
        changed |= isNew || known->second != region;
        known->second = region;
      }
    }
    return cuts.takeVector();
  }

  const BasicBlock *regionAtStart(BasicBlock &block,
                                  const DenseMap<const BasicBlock *, const BasicBlock *> &regionAtEnd) const {
    if (&block == &kernel_.getEntryBlock())
      return &block;
    const BasicBlock *region = nullptr;
    for (BasicBlock *predecessor : predecessors(&block)) {
      auto known = regionAtEnd.find(predecessor);
      if (known == regionAtEnd.end())
        continue;
      if (!known->second || (region && region != known->second))
        return nullptr;
      region = known->second;
    }
    return region;
  }

  /// Whether a barrier may be inserted at the start of `block`. It may not in a loop header: to save one copy, every
  /// iteration would run one more region.
  bool canCut(BasicBlock &block) const {
    return !divergent_.contains(&block) && !barriers_.contains(&block) &&
           none_of(predecessors(&block),
                   [&](BasicBlock *before) { return position_.lookup(before) >= position_.lookup(&block); });
  }

  Function &kernel_;
  const RegionLimits limits_;
  ReversePostOrderTraversal<Function *> order_;
  DenseMap<const BasicBlock *, unsigned> position_;
  SmallSetVector<BasicBlock *, 16> barriers_;
  SmallPtrSet<const BasicBlock *, 16> divergent_;
};

} // namespace

void cutLongRegions(Function &kernel, const RegionLimits &limits) {
  if (kernel.getInstructionCount() >= limits.longKernel && variableBytes(kernel) <= CodeSizes::scratchVariableBytes &&
      !hasRowsBundle(kernel))
    RegionCutter(kernel, limits).insertBarriersByLength();
}

void cutOverlappingRegions(Function &kernel, const RegionLimits &limits) {
  RegionCutter cutter(kernel, limits);
  if (cutter.exceedsGrowthLimit() && !hasRowsBundle(kernel))
    cutter.cut();
}

bool fitsRegionBudget(Function &kernel, const RegionLimits &limits, size_t most) {
  const RegionCutter cutter(kernel, limits);
  if (cutter.barriers() * CodeSizes::regionLoops > most)
    return false;
  if (!cutter.copiesExceed(most))
    return true;
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&kernel, map);
  RegionCutter(*copy, limits).cut();
  const bool fits = !RegionCutter(*copy, limits).copiesExceed(most);
  copy->eraseFromParent();
  return fits;
}

bool hasSeparatePartialPackets(const Function &kernel, const BarrierRegions &regions, const RegionLimits &limits) {
  size_t length = 0;
  for (const BarrierRegion &region : regions.regions()) {
    if (region.isCold) // its partial packets never have a separate copy
      continue;
    for (const BasicBlock *block : region.blocks)
      for (const Instruction &instruction : *block) {
        const auto *call = dyn_cast<CallInst>(&instruction);
        const Function *callee = call ? call->getCalledFunction() : nullptr;
        length += callee && !callee->isIntrinsic() && !callee->getName().starts_with("weft.")
                      ? CodeSizes::builtinCallCost
                      : 1;
      }
  }
  return length <= (fixedLocalSize(kernel)[0] != 0 ? limits.partialCopyKnownSize : limits.partialCopyAnySize);
}

} // namespace weft::compiler
