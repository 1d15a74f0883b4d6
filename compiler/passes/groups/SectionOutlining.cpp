// Cuts a very long function that has loops into sections, each of which becomes a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/OutlineLongCodePass.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "analysis/ReconvergencePoints.h"
#include "kernel/BlockOutlining.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Finds the sections of a function, without changing the function. A step is the code from one block that every path
/// passes to the next such block; a section consists of consecutive steps. The search takes time linear in the
/// function's length. To keep it linear, the length of a step is computed as the difference of two known numbers, and
/// blocks are listed only for steps that are short enough to move.
class SectionFinder {
public:
  SectionFinder(Function &function, size_t sectionLength)
      : sectionLength_(sectionLength), dominators_(function), joins_(function), loops_(dominators_) {
    measure();
    stretches_.push_back({&function.getEntryBlock(), nullptr, nullptr});
    while (!stretches_.empty())
      follow(stretches_.pop_back_val());
  }

  using Section = SmallVector<BasicBlock *>;
  ArrayRef<Section> sections() const { return sections_; }

private:
  /// The code from `start` to `end` (null: the end of the function) in the body of `loop` (null: the body of the
  /// function).
  struct BlockRange {
    BasicBlock *start;
    const BasicBlock *end;
    const Loop *loop;
  };

  /// Counts the instructions that each block dominates.
  void measure() {
    for (const DomTreeNode *node : post_order(&dominators_)) {
      size_t &length = dominated_[node->getBlock()];
      length = node->getBlock()->size();
      for (const DomTreeNode *child : *node)
        length += dominated_.lookup(child->getBlock());
    }
  }

  /// Follows a range from step to step. A step ends at a block that every path passes, and that no path from outside of
  /// the range reaches except through the start. Short steps are joined to sections. If a step is much longer than a
  /// section, the ranges of blocks inside it are queued, and followed in the same way later.
  void follow(const BlockRange &stretch) {
    const auto &[start, end, loop] = stretch;
    Section section;
    size_t length = 0;
    const auto finish = [&] {
      if (length >= sectionLength_ / 2)
        sections_.push_back(section);
      section.clear();
      length = 0;
    };
    BasicBlock *next = nullptr;
    for (BasicBlock *block = start;
         block && block != end && isDirectlyIn(block, loop) && dominators_.dominates(start, block); block = next) {
      next = blockAfter(block, loop);
      const size_t stepLength = instructionsBetween(block, next);
      const bool isLong = stepLength > 2 * sectionLength_;
      const Section step = isLong ? Section() : extractableBlocks(block, next, loop);
      if (step.empty()) {
        finish();
        if (isLong)
          visitInnerRanges(block, next, loop);
      } else {
        section.append(step);
        length += stepLength;
        if (length >= sectionLength_)
          finish();
      }
    }
    finish();
  }

  /// Queues the ranges inside the step from `block` to `next`, in the body of `loop`.
  void visitInnerRanges(BasicBlock *block, const BasicBlock *next, const Loop *loop) {
    const Loop *inner = loops_.getLoopFor(block);
    if (inner != loop && inner->isInnermost())
      return;
    SmallSetVector<BasicBlock *, 4> starts;
    for (BasicBlock *successor : successors(block))
      if (successor != next && dominators_.properlyDominates(block, successor))
        starts.insert(successor);
    for (BasicBlock *start : reverse(starts))
      stretches_.push_back({start, next, inner});
  }

  /// Whether `block` is in the body of `loop`, and in no inner loop. The header of `loop` is not in this body. The
  /// header of an inner loop is, and stands for the whole inner loop.
  bool isDirectlyIn(const BasicBlock *block, const Loop *loop) const {
    const Loop *own = loops_.getLoopFor(block);
    if (own == loop)
      return !loop || loop->getHeader() != block;
    return own && own->getHeader() == block && own->getParentLoop() == loop;
  }

  /// The next block that every path from `block` passes. If `block` is the header of an inner loop of `loop`, the
  /// result is a block after that inner loop.
  BasicBlock *blockAfter(const BasicBlock *block, const Loop *loop) const {
    const Loop *own = loops_.getLoopFor(block);
    BasicBlock *next = joins_.reconvergencePointOf(*block);
    while (next && own != loop && own->contains(next))
      next = joins_.reconvergencePointOf(*next);
    return next;
  }

  /// Returns the number of instructions that `block` dominates and `next` doesn't.
  size_t instructionsBetween(const BasicBlock *block, const BasicBlock *next) const {
    const bool isInside = next && dominators_.properlyDominates(block, next);
    return dominated_.lookup(block) - (isInside ? dominated_.lookup(next) : 0);
  }

  /// The blocks from `block` to `next`, or none if they can't move. They can move if no path enters them except at
  /// `block`, and if they neither leave `loop` nor have its back edge.
  Section extractableBlocks(BasicBlock *block, const BasicBlock *next, const Loop *loop) const {
    if (!next || block->isEntryBlock())
      return {};
    SetVector<BasicBlock *> blocks;
    blocks.insert(block);
    for (unsigned i = 0; i < blocks.size(); ++i) {
      if (!dominators_.dominates(block, blocks[i]) || isa<ReturnInst>(blocks[i]->getTerminator()) ||
          (loop && (!loop->contains(blocks[i]) || loop->isLoopLatch(blocks[i]))))
        return {};
      for (BasicBlock *successor : successors(blocks[i]))
        if (successor != next)
          blocks.insert(successor);
    }
    return blocks.takeVector();
  }

  size_t sectionLength_;
  DominatorTree dominators_;
  ReconvergencePoints joins_;
  LoopInfo loops_;
  DenseMap<const BasicBlock *, size_t> dominated_;
  SmallVector<BlockRange> stretches_;
  SmallVector<Section> sections_;
};

} // namespace

void outlineSections(Module &module, unsigned sectionLength) {
  SmallVector<Function *> longOnes;
  for (Function &function : module)
    if (function.getInstructionCount() >= 2 * sectionLength)
      longOnes.push_back(&function);
  for (Function *function : longOnes) {
    const SectionFinder finder(*function, sectionLength);
    BlockOutlining outlining(*function);
    for (const SectionFinder::Section &section : finder.sections())
      outlining.outline(section);
  }
}

} // namespace weft::compiler
