// Gives sections of a very long function that has loops in it functions of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/OutlineSectionsPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "passes/BlockOutlining.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Finds a function's sections; changes nothing.
class SectionFinder {
public:
  SectionFinder(Function &function, unsigned sectionLength)
      : sectionLength_(sectionLength), dominators_(function), postDominators_(function), loops_(dominators_) {
    follow(&function.getEntryBlock(), nullptr, nullptr);
  }

  using Section = SmallVector<BasicBlock *>;
  ArrayRef<Section> sections() const { return sections_; }

private:
  /// Goes from place to place that every way from `start` to `end` passes, in the body of `loop` (null: the
  /// function's). What lies between two of them is a step; steps join to sections, and a step that is much longer than
  /// a section is looked into.
  void follow(BasicBlock *start, const BasicBlock *end, const Loop *loop) {
    Section section;
    unsigned length = 0;
    const auto finish = [&] {
      if (length >= sectionLength_ / 2)
        sections_.push_back(std::move(section));
      section.clear();
      length = 0;
    };
    for (BasicBlock *block = start; block && block != end && isIn(block, loop);) {
      BasicBlock *next = behind(block, loop);
      const Section step = blocksBetween(block, next);
      const unsigned stepLength = lengthOf(step);
      if (stepLength > 2 * sectionLength_ || !canMove(step, next, loop)) {
        finish();
        if (stepLength > 2 * sectionLength_)
          lookInto(block, next, loop);
      } else {
        section.append(step);
        length += stepLength;
        if (length >= sectionLength_)
          finish();
      }
      block = next;
    }
    finish();
  }

  /// The sections inside the step from `block`, in the body of `loop`, to `next`.
  void lookInto(BasicBlock *block, const BasicBlock *next, const Loop *loop) {
    const Loop *inner = loops_.getLoopFor(block);
    if (inner != loop && inner->isInnermost())
      return;
    SmallSetVector<BasicBlock *, 4> starts;
    for (BasicBlock *successor : successors(block))
      if (successor != next && dominators_.properlyDominates(block, successor))
        starts.insert(successor);
    for (BasicBlock *start : starts)
      follow(start, next, inner);
  }

  /// Whether `block` is in the body of `loop`, not its head, and in no inner loop unless as the head of that.
  bool isIn(const BasicBlock *block, const Loop *loop) const {
    const Loop *own = loops_.getLoopFor(block);
    if (own == loop)
      return !loop || loop->getHeader() != block;
    return own && own->getHeader() == block && own->getParentLoop() == loop;
  }

  /// The next block that every way passes, behind all of the inner loop where `block` is the head of one.
  BasicBlock *behind(const BasicBlock *block, const Loop *loop) const {
    const Loop *own = loops_.getLoopFor(block);
    const DomTreeNode *node = postDominators_.getNode(block);
    do
      node = node->getIDom();
    while (node && own != loop && node->getBlock() && own->contains(node->getBlock()));
    return node ? node->getBlock() : nullptr;
  }

  Section blocksBetween(BasicBlock *block, BasicBlock *next) const {
    SetVector<BasicBlock *> blocks;
    blocks.insert(block);
    for (unsigned i = 0; i < blocks.size(); ++i)
      for (BasicBlock *successor : successors(blocks[i]))
        if (successor != next)
          blocks.insert(successor);
    return blocks.takeVector();
  }

  static unsigned lengthOf(const Section &blocks) {
    unsigned length = 0;
    for (const BasicBlock *block : blocks)
      length += block->size();
    return length;
  }

  /// A step is entered at its first block alone, and neither closes the loop that it lies in nor leaves it.
  bool canMove(const Section &step, const BasicBlock *next, const Loop *loop) const {
    return next && !step.front()->isEntryBlock() && all_of(step, [&](const BasicBlock *block) {
             return dominators_.dominates(step.front(), block) && !isa<ReturnInst>(block->getTerminator()) &&
                    (!loop || (loop->contains(block) && !loop->isLoopLatch(block)));
           });
  }

  unsigned sectionLength_;
  DominatorTree dominators_;
  PostDominatorTree postDominators_;
  LoopInfo loops_;
  SmallVector<Section> sections_;
};

} // namespace

PreservedAnalyses OutlineSectionsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *> longOnes;
  for (Function &function : module)
    if (function.getInstructionCount() >= 2 * sectionLength_)
      longOnes.push_back(&function);
  bool changed = false;
  for (Function *function : longOnes) {
    const SectionFinder finder(*function, sectionLength_);
    BlockOutlining outlining(*function);
    for (const SectionFinder::Section &section : finder.sections())
      changed |= outlining.outline(section) != nullptr;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
