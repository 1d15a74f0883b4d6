// Finds where the paths from a branch join again, and which blocks those paths contain.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ReconvergencePoints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Computes semidominators with path compression (Georgiadis, "Linear-Time Algorithms for Dominators and Related
/// Problems", the SemiNCA algorithm). Blocks have the numbers of a depth-first search.
class SemiDominators {
public:
  explicit SemiDominators(ArrayRef<unsigned> parents) : ancestors_(parents), semis_(parents.size()) {
    for (unsigned number = 0; number < parents.size(); ++number)
      semis_[number] = number;
    labels_ = semis_;
  }

  unsigned of(unsigned number) const { return semis_[number]; }

  /// Computes the semidominator of `number`. Must be called for all numbers in descending order. `before`: the numbers
  /// of the blocks from which the search direction leads to `number`.
  void find(unsigned number, unsigned parent, ArrayRef<unsigned> before) {
    semis_[number] = parent;
    for (unsigned each : before)
      semis_[number] = std::min(semis_[number], semis_[evaluate(each, number + 1)]);
  }

private:
  /// The number with the least semidominator on the path from `number` up the search tree. The path ends before the
  /// numbers below `asked`, because `find` hasn't been called for these yet.
  unsigned evaluate(unsigned number, unsigned asked) {
    SmallVector<unsigned, 32> way;
    for (; ancestors_[number] >= asked; number = ancestors_[number])
      way.push_back(number);
    for (unsigned above = number; !way.empty(); above = number) {
      number = way.pop_back_val();
      ancestors_[number] = ancestors_[above];
      if (semis_[labels_[above]] < semis_[labels_[number]])
        labels_[number] = labels_[above];
    }
    return labels_[number];
  }

  SmallVector<unsigned> ancestors_, semis_, labels_;
};

/// Finds, from a block's number up the tree of reconvergence points, the nearest number that hasn't been visited. Takes
/// nearly constant time.
class NextUnvisited {
public:
  explicit NextUnvisited(size_t count) : next_(count) {
    for (unsigned number = 0; number < count; ++number)
      next_[number] = number;
  }

  unsigned from(unsigned number) {
    while (next_[number] != number)
      number = next_[number] = next_[next_[number]];
    return number;
  }
  void take(unsigned number, unsigned next) { next_[number] = next; }

private:
  SmallVector<unsigned> next_;
};

} // namespace

ReconvergencePoints::ReconvergencePoints(Function &function) {
  findDeadEnds(function);
  number(function);
  findJoins();
}

void ReconvergencePoints::findDeadEnds(Function &function) {
  SmallVector<const BasicBlock *> worklist;
  for (const BasicBlock &block : function)
    if (isa<UnreachableInst>(block.getTerminator()) && deadEnds_.insert(&block).second)
      worklist.push_back(&block);
  DenseMap<const BasicBlock *, unsigned> ways; // how many successors of each block are known dead ends
  while (!worklist.empty())
    for (const BasicBlock *from : predecessors(worklist.pop_back_val()))
      if (++ways[from] == from->getTerminator()->getNumSuccessors() && deadEnds_.insert(from).second)
        worklist.push_back(from);
}

bool ReconvergencePoints::counts(const BasicBlock &from, const BasicBlock &to) const {
  return !deadEnds_.contains(&to) || deadEnds_.contains(&from);
}

void ReconvergencePoints::add(BasicBlock &block, unsigned parent) {
  numbers_[&block] = blocks_.size();
  blocks_.push_back(&block);
  parents_.push_back(parent);
}

/// Numbers all blocks: backwards from the blocks that return, then from one block of each endless loop.
void ReconvergencePoints::number(Function &function) {
  blocks_.push_back(nullptr);
  parents_.push_back(0);
  for (BasicBlock &block : function)
    if (deadEnds_.contains(&block))
      add(block, 0);
    else if (succ_empty(&block))
      numberBackwards(block);
  for (BasicBlock &block : reverse(function))
    if (!numbers_.contains(&block))
      numberBackwards(block);
}

void ReconvergencePoints::numberBackwards(BasicBlock &last) {
  SmallVector<std::pair<BasicBlock *, unsigned>> worklist{{&last, 0}};
  while (!worklist.empty()) {
    const auto [block, parent] = worklist.pop_back_val();
    if (numbers_.contains(block))
      continue;
    add(*block, parent);
    for (BasicBlock *from : predecessors(block))
      if (!numbers_.contains(from) && counts(*from, *block))
        worklist.push_back({from, numberOf(block)});
  }
}

void ReconvergencePoints::findJoins() {
  SemiDominators semis(parents_);
  for (auto number = static_cast<unsigned>(blocks_.size() - 1); number > 0; --number) {
    SmallVector<unsigned> before;
    if (!deadEnds_.contains(blocks_[number]))
      for (const BasicBlock *to : successors(blocks_[number]))
        if (!deadEnds_.contains(to))
          before.push_back(numberOf(to));
    semis.find(number, parents_[number], before);
  }
  joins_ = parents_;
  for (unsigned number = 1; number < joins_.size(); ++number)
    while (joins_[number] > semis.of(number))
      joins_[number] = joins_[joins_[number]];
}

BasicBlock *ReconvergencePoints::reconvergencePointOf(const BasicBlock &block) const {
  return blocks_[joins_[numberOf(&block)]];
}

/// A branch decides whether the blocks on the paths from its successors to its reconvergence point run. In the tree of
/// reconvergence points, these are the blocks from each successor up to that point. The blocks that these blocks decide
/// about are added, too (Ferrante et al., "The Program Dependence Graph and Its Use in Optimization", section 3).
SmallPtrSet<const BasicBlock *, 16> ReconvergencePoints::influenceRegion(ArrayRef<const BasicBlock *> branches) const {
  SmallPtrSet<const BasicBlock *, 16> found;
  NextUnvisited unvisited(blocks_.size());
  SmallVector<const BasicBlock *> worklist(branches);
  while (!worklist.empty()) {
    const BasicBlock *branch = worklist.pop_back_val();
    for (const BasicBlock *next : successors(branch)) {
      const unsigned joined = deadEnds_.contains(next) ? 0 : joins_[numberOf(branch)];
      for (unsigned number = unvisited.from(numberOf(next)); number > joined; number = unvisited.from(number)) {
        unvisited.take(number, joins_[number]);
        found.insert(blocks_[number]);
        worklist.push_back(blocks_[number]);
      }
    }
  }
  return found;
}

} // namespace weft::compiler
