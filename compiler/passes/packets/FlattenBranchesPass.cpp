// Replaces short divergent branches by selects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/FlattenBranchesPass.h"

#include <array>
#include <optional>

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/PacketShapes.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/CheapArithmetic.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A branch whose two paths have at most one block each before they reach the same block, `end`.
struct Hammock {
  BranchInst *branch;
  std::array<BasicBlock *, 2> sides; ///< each path's block; null if the path leads straight to the end
  BasicBlock *end;

  /// Returns the block from which the path on `side` enters `end`.
  BasicBlock *before(unsigned side) const { return sides[side] ? sides[side] : branch->getParent(); }
};

/// Returns whether `block` can be entered only from `from`, only computes, and then continues to one other block.
bool isHammockSide(const BasicBlock &block, const BasicBlock &from) {
  return block.getSinglePredecessor() == &from && block.getSingleSuccessor() && block.phis().empty() &&
         !block.getTerminator()->hasMetadata(LLVMContext::MD_loop) && all_of(block, [&](const Instruction &one) {
           return one.isTerminator() || isCheapArithmetic(one) || isa<DbgInfoIntrinsic>(one);
         });
}

std::optional<Hammock> findHammock(BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return std::nullopt;
  Hammock fork{branch, {}, nullptr};
  std::array<BasicBlock *, 2> ends;
  for (unsigned side = 0; side < 2; ++side) {
    ends[side] = branch->getSuccessor(side);
    if (!isHammockSide(*ends[side], block))
      continue;
    fork.sides[side] = ends[side];
    ends[side] = ends[side]->getSingleSuccessor();
  }
  fork.end = ends[0];
  const bool meets = ends[0] == ends[1] && ends[0] != &block && (fork.sides[0] || fork.sides[1]);
  return meets ? std::optional(fork) : std::nullopt;
}

/// Returns how many instructions flattening adds to the block of the branch. They include a select for each value that
/// differs between the paths.
size_t hammockLength(const Hammock &fork) {
  size_t length = 0;
  for (const BasicBlock *side : fork.sides)
    length += side ? side->sizeWithoutDebug() - 1 : 0;
  for (const PHINode &phi : fork.end->phis())
    length += phi.getIncomingValueForBlock(fork.before(0)) != phi.getIncomingValueForBlock(fork.before(1));
  return length;
}

void flatten(const Hammock &fork) {
  BasicBlock *block = fork.branch->getParent();
  for (BasicBlock *side : fork.sides)
    if (side) {
      for (Instruction &instruction : *side)
        if (!instruction.isTerminator())
          instruction.dropUBImplyingAttrsAndMetadata();
      block->splice(fork.branch->getIterator(), side, side->begin(), side->getTerminator()->getIterator());
    }
  IRBuilder<> builder(fork.branch);
  for (PHINode &phi : fork.end->phis()) {
    Value *first = phi.getIncomingValueForBlock(fork.before(0));
    Value *second = phi.getIncomingValueForBlock(fork.before(1));
    Value *chosen =
        first == second ? first : builder.CreateSelect(fork.branch->getCondition(), first, second, phi.getName());
    for (unsigned side = 0; side < 2; ++side)
      phi.removeIncomingValue(fork.before(side), /*DeletePHIIfEmpty=*/false);
    phi.addIncoming(chosen, block);
  }
  builder.CreateBr(fork.end);
  fork.branch->eraseFromParent();
  for (BasicBlock *side : fork.sides)
    if (side)
      side->eraseFromParent();
  MergeBlockIntoPredecessor(fork.end);
}

} // namespace

PreservedAnalyses FlattenBranchesPass::run(Function &kernel, FunctionAnalysisManager &) {
  if (none_of(kernel, [](BasicBlock &block) { return findHammock(block); }))
    return PreservedAnalyses::all();
  const PacketShapes shapes(kernel, scheduleOf(kernel).width.value_or(0));
  bool changed = false;
  // In post-order, a block comes after its successors. So the blocks that flattening erases have been visited already.
  for (BasicBlock *block : SmallVector<BasicBlock *>(post_order(&kernel))) {
    const std::optional<Hammock> fork = findHammock(*block);
    if (!fork || shapes.isUniform(*fork->branch->getCondition()) || hammockLength(*fork) > mostInstructions_)
      continue;
    flatten(*fork);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
