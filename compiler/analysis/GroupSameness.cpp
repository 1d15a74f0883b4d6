// Which addresses, and which ways through a kernel, are the same in all groups of a launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/GroupSameness.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

GroupSameness::GroupSameness(Function &kernel) : uniformity_(kernel, UniformityScope::launch) {
  const PostDominatorTree postDominators(kernel);
  for (BasicBlock &block : kernel) {
    if (!uniformity_.divergesBehind(block))
      continue;
    // Up to where all ways meet again.
    const auto *node = postDominators.getNode(&block);
    const BasicBlock *end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    SmallVector<const BasicBlock *> open(successors(&block));
    SmallPtrSet<const BasicBlock *, 16> seen;
    while (!open.empty()) {
      const BasicBlock *next = open.pop_back_val();
      if (next == end || !seen.insert(next).second)
        continue;
      differing_.insert(next);
      append_range(open, successors(next));
    }
  }
}

bool GroupSameness::isSame(const Value &value) const {
  const auto *instruction = dyn_cast<Instruction>(&value);
  return !instruction || uniformity_.isUniform(*instruction);
}

} // namespace weft::compiler
