// Prefetches global memory that a later group will copy to local memory as a tile, or store to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/TilePrefetch.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include "KernelAbi.h"
#include "analysis/LoopCounters.h"
#include "analysis/WorkItemUniformity.h"
#include "builtins/archive/MangledName.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/PrefetchAddressBuilder.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Returns the load of the group's id in dimension 0, or null.
Instruction *findGroupId(Function &kernel) {
  for (Instruction &instruction : kernel.getEntryBlock())
    if (auto *load = dyn_cast<LoadInst>(&instruction);
        load && load->getType()->isIntegerTy(64) && load->getPointerOperand() == groupParameter(kernel))
      return load; // WeftGroup::id[0] is the first member of WeftGroup
  static_assert(offsetof(WeftGroup, id) == 0);
  return nullptr;
}

/// Returns whether a store to local memory is the only use of the value of `load`. A phi or select of a guard may stand
/// between the load and the store.
bool isCopiedToLocalMemory(const LoadInst &load) {
  const Value *value = &load;
  if (load.hasOneUse() && isa<PHINode, SelectInst>(load.user_back()))
    value = load.user_back();
  const auto *store = value->hasOneUse() ? dyn_cast<StoreInst>(*value->user_begin()) : nullptr;
  return load.isSimple() && load.getPointerAddressSpace() == spirGlobal && store && store->getValueOperand() == value &&
         store->getPointerAddressSpace() == spirLocal;
}

/// Returns whether `end` leaves `loop` when a counter reaches a constant that isn't a multiple of the counter's step.
/// If the counter starts at a work-item's id, only some work-items run the last iteration.
bool hasPartialIteration(const BasicBlock &end, const Loop &loop) {
  const auto *branch = dyn_cast<BranchInst>(end.getTerminator());
  CmpPredicate predicate;
  Value *counted = nullptr;
  const APInt *bound = nullptr;
  if (!branch || !branch->isConditional() ||
      !match(branch->getCondition(), m_ICmp(predicate, m_Value(counted), m_APInt(bound))))
    return false;
  return any_of(findCounters(loop), [&](const LoopCounter &counter) {
    const auto *step = dyn_cast<ConstantInt>(counter.step);
    return (counted == counter.phi || counted == counter.next) && step && step->getValue().isStrictlyPositive() &&
           !bound->urem(step->getValue()).isZero();
  });
}

/// Returns whether work-items leave a loop around `access` after different numbers of iterations. In the last iteration
/// they load the border of a tile. Most of the border is in cache lines that the neighbouring groups prefetch as well,
/// so it needs no prefetch.
bool isInPartialIteration(const Instruction &access, const LoopInfo &loops, const WorkItemUniformity &uniformity) {
  for (const Loop *loop = loops.getLoopFor(access.getParent()); loop; loop = loop->getParentLoop()) {
    SmallVector<BasicBlock *, 4> ends;
    loop->getExitingBlocks(ends);
    if (any_of(ends, [&](const BasicBlock *end) {
          return uniformity.hasDivergentTerminator(*end) && hasPartialIteration(*end, *loop);
        }))
      return true;
  }
  return false;
}

/// Returns the outermost loops that contain a barrier.
SmallPtrSet<const Loop *, 8> findLoopsWithBarriers(const LoopInfo &loops) {
  SmallPtrSet<const Loop *, 8> found;
  for (const Loop *loop : loops)
    if (any_of(loop->blocks(), [](const BasicBlock *block) { return hasBarrier(*block); }))
      found.insert(loop);
  return found;
}

} // namespace

void prefetchTiles(Function &kernel, TargetProfile::Prefetch choice) {
  if (fixedLocalSize(kernel)[1] < choice.minRows || kernel.hasFnAttribute(flatIdsAttribute))
    return;
  Instruction *groupId = findGroupId(kernel);
  if (!groupId)
    return;
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  const SmallPtrSet<const Loop *, 8> withBarriers = findLoopsWithBarriers(loops);
  const auto isOutsideBarrierLoop = [&](const Instruction &access) {
    const Loop *loop = loops.getLoopFor(access.getParent());
    return !loop || !withBarriers.contains(loop->getOutermostLoop());
  };
  SmallVector<Instruction *> copied;
  for (Instruction &instruction : instructions(kernel))
    if (auto *load = dyn_cast<LoadInst>(&instruction);
        load && isCopiedToLocalMemory(*load) && isOutsideBarrierLoop(*load))
      copied.push_back(load);
  if (copied.empty())
    return;
  const WorkItemUniformity uniformity(kernel);
  SmallVector<Instruction *> accesses;
  copy_if(copied, std::back_inserter(accesses),
          [&](const Instruction *load) { return !isInPartialIteration(*load, loops, uniformity); });
  for (Instruction &instruction : instructions(kernel))
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && store->isSimple() && store->getPointerAddressSpace() == spirGlobal && isOutsideBarrierLoop(*store))
      accesses.push_back(store);
  const DenseSet<const Instruction *> dependents = findDependents(*groupId);
  Value *ahead = ConstantInt::get(groupId->getType(), choice.groupDistance);
  for (Instruction *access : accesses)
    if (Value *address = PrefetchAddressBuilder({*groupId, dependents, ahead, choice.maxAddressLength}, *access)
                             .make(*getLoadStorePointerOperand(access)))
      prefetch(*address, *access, choice.locality);
}

} // namespace weft::compiler
