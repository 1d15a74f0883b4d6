// Moves each region of a very long kernel, the code between two barriers, into a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/OutlineLongCodePass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "kernel/BlockOutlining.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool startsRegion(const BasicBlock &block) { return block.getTerminator()->hasMetadata(regionStartMetadata); }

/// The blocks of the region that begins at `start`. They end before the blocks at which other regions start, and before
/// the block that returns.
SmallVector<BasicBlock *, 0> blocksOf(BasicBlock *start) {
  SetVector<BasicBlock *> blocks;
  blocks.insert(start);
  for (unsigned i = 0; i < blocks.size(); ++i)
    for (BasicBlock *next : successors(blocks[i]))
      if (!startsRegion(*next) && !isa<ReturnInst>(next->getTerminator()))
        blocks.insert(next);
  return blocks.takeVector();
}

/// The number of calls that report faults, such as bad accesses, to the checker.
size_t countReports(ArrayRef<BasicBlock *> blocks) {
  size_t count = 0;
  for (const BasicBlock *block : blocks)
    count += static_cast<size_t>(count_if(*block, [](const Instruction &instruction) {
      const auto *call = dyn_cast<CallInst>(&instruction);
      return call && call->hasFnAttr(Attribute::Cold);
    }));
  return count;
}

/// All blocks that run from `start` until the kernel returns. Returns none if these blocks can also be entered
/// elsewhere than at `start`.
SmallVector<BasicBlock *, 0> singleEntryBlocksFrom(BasicBlock *start) {
  SetVector<BasicBlock *> blocks;
  blocks.insert(start);
  for (unsigned i = 0; i < blocks.size(); ++i)
    for (BasicBlock *next : successors(blocks[i]))
      if (!isa<ReturnInst>(next->getTerminator()))
        blocks.insert(next);
  const bool isEnteredOnce = all_of(drop_begin(blocks), [&](BasicBlock *block) {
    return all_of(predecessors(block), [&](BasicBlock *from) { return blocks.contains(from); });
  });
  if (!isEnteredOnce)
    blocks.clear();
  return blocks.takeVector();
}

/// The kernel branches to one of two copies of its body, and only one copy checks each access. Returns the blocks of
/// the copy that checks: it has more calls that report faults.
SmallVector<BasicBlock *, 0> checkedGroupBlocks(Function &kernel) {
  SmallVector<BasicBlock *, 0> longest;
  for (BasicBlock &block : kernel) {
    BasicBlock *from = startsRegion(block) ? block.getSinglePredecessor() : nullptr;
    if (!from || from->getTerminator()->getNumSuccessors() != 2)
      continue;
    SmallVector<BasicBlock *, 0> blocks = singleEntryBlocksFrom(&block);
    if (countReports(blocks) > countReports(longest))
      longest = std::move(blocks);
  }
  return longest;
}

/// Moves instructions from the entry block to the start of `blocks` if only `blocks` use their values. Groups that run
/// other blocks then needn't compute these values. Another reason: an address that is computed as an integer would have
/// to be an argument of the outlined function, and LLVM would assume that after the call any code may access the memory
/// at that address.
void sinkFromEntry(BasicBlock &entry, ArrayRef<BasicBlock *> blocks) {
  const SmallPtrSet<const BasicBlock *, 32> taken(blocks.begin(), blocks.end());
  const auto isThere = [&](const User *user) {
    const auto *instruction = cast<Instruction>(user);
    return taken.contains(instruction->getParent()) &&
           !(isa<PHINode>(instruction) && instruction->getParent() == blocks.front());
  };
  for (Instruction &instruction : make_early_inc_range(reverse(entry))) {
    const bool isFree = !instruction.isTerminator() && !isa<PHINode, AllocaInst>(instruction) &&
                        !instruction.mayHaveSideEffects() &&
                        (!instruction.mayReadFromMemory() || instruction.hasMetadata(LLVMContext::MD_invariant_load));
    if (isFree && !instruction.use_empty() && all_of(instruction.users(), isThere))
      instruction.moveBefore(blocks.front()->getFirstInsertionPt());
  }
}

void outlineCheckedGroups(Function &kernel) {
  const SmallVector<BasicBlock *, 0> blocks = checkedGroupBlocks(kernel);
  if (blocks.empty())
    return;
  sinkFromEntry(kernel.getEntryBlock(), blocks);
  Function *outlined = BlockOutlining(kernel).outlineWithVariables(blocks);
  if (!outlined)
    return;
  outlined->addFnAttr(runsCheckedGroupsAttribute);
  // The function may retain pointers to the group's memory, but nothing of the group runs after the call.
  for (Argument &argument : outlined->args())
    if (argument.getType()->isPointerTy())
      argument.addAttr(Attribute::getWithCaptureInfo(kernel.getContext(), CaptureInfo::none()));
}

} // namespace

void outlineRegions(Function &kernel, unsigned leastInstructions, unsigned leastRegions) {
  if (kernel.hasFnAttribute(safeGroupsAttribute))
    outlineCheckedGroups(kernel);
  if (kernel.getInstructionCount() < leastInstructions)
    return;
  // All regions are collected before the first is outlined: the call that replaces an outlined region has no mark of a
  // region start.
  SmallVector<SmallVector<BasicBlock *, 0>> regions;
  for (BasicBlock &block : kernel)
    if (startsRegion(block))
      regions.push_back(blocksOf(&block));
  if (regions.size() < leastRegions)
    return;
  BlockOutlining outlining(kernel);
  for (const SmallVector<BasicBlock *, 0> &blocks : regions)
    outlining.outlineWithVariables(blocks);
}

} // namespace weft::compiler
