// Makes selects of short branches at which the lanes of a packet part.
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

/// A branch whose ways meet again at once.
struct Fork {
  BranchInst *branch;
  std::array<BasicBlock *, 2> ways; ///< the blocks of its own; null where it leads straight to the end
  BasicBlock *end;

  /// From where a way comes to the end.
  BasicBlock *before(unsigned way) const { return ways[way] ? ways[way] : branch->getParent(); }
};

/// Whether only the branch leads to `block`, which only computes and then goes on to one other.
bool isWay(const BasicBlock &block, const BasicBlock &from) {
  return block.getSinglePredecessor() == &from && block.getSingleSuccessor() && block.phis().empty() &&
         !block.getTerminator()->hasMetadata(LLVMContext::MD_loop) && all_of(block, [&](const Instruction &one) {
           return one.isTerminator() || isCheapArithmetic(one) || isa<DbgInfoIntrinsic>(one);
         });
}

std::optional<Fork> findFork(BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return std::nullopt;
  Fork fork{branch, {}, nullptr};
  std::array<BasicBlock *, 2> ends;
  for (unsigned way = 0; way < 2; ++way) {
    ends[way] = branch->getSuccessor(way);
    if (!isWay(*ends[way], block))
      continue;
    fork.ways[way] = ends[way];
    ends[way] = ends[way]->getSingleSuccessor();
  }
  fork.end = ends[0];
  const bool meets = ends[0] == ends[1] && ends[0] != &block && (fork.ways[0] || fork.ways[1]);
  return meets ? std::optional(fork) : std::nullopt;
}

/// What becomes one block's, a select for each value that differs among it.
size_t lengthOfFork(const Fork &fork) {
  size_t length = 0;
  for (const BasicBlock *way : fork.ways)
    length += way ? way->sizeWithoutDebug() - 1 : 0;
  for (const PHINode &phi : fork.end->phis())
    length += phi.getIncomingValueForBlock(fork.before(0)) != phi.getIncomingValueForBlock(fork.before(1));
  return length;
}

void flatten(const Fork &fork) {
  BasicBlock *block = fork.branch->getParent();
  for (BasicBlock *way : fork.ways)
    if (way) {
      for (Instruction &instruction : *way)
        if (!instruction.isTerminator())
          instruction.dropUBImplyingAttrsAndMetadata();
      block->splice(fork.branch->getIterator(), way, way->begin(), way->getTerminator()->getIterator());
    }
  IRBuilder<> builder(fork.branch);
  for (PHINode &phi : fork.end->phis()) {
    Value *first = phi.getIncomingValueForBlock(fork.before(0));
    Value *second = phi.getIncomingValueForBlock(fork.before(1));
    Value *chosen =
        first == second ? first : builder.CreateSelect(fork.branch->getCondition(), first, second, phi.getName());
    for (unsigned way = 0; way < 2; ++way)
      phi.removeIncomingValue(fork.before(way), /*DeletePHIIfEmpty=*/false);
    phi.addIncoming(chosen, block);
  }
  builder.CreateBr(fork.end);
  fork.branch->eraseFromParent();
  for (BasicBlock *way : fork.ways)
    if (way)
      way->eraseFromParent();
  MergeBlockIntoPredecessor(fork.end);
}

} // namespace

PreservedAnalyses FlattenBranchesPass::run(Function &kernel, FunctionAnalysisManager &) {
  if (none_of(kernel, [](BasicBlock &block) { return findFork(block); }))
    return PreservedAnalyses::all();
  const PacketShapes shapes(kernel, numericAttribute(kernel, chosenWidthAttribute));
  bool changed = false;
  // Blocks behind the one at hand have had their turn, and may be gone.
  for (BasicBlock *block : SmallVector<BasicBlock *>(post_order(&kernel))) {
    const std::optional<Fork> fork = findFork(*block);
    if (!fork || shapes.isUniform(*fork->branch->getCondition()) || lengthOfFork(*fork) > mostInstructions_)
      continue;
    flatten(*fork);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
