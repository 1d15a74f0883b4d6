// Finds a bounds guard (comparisons of ids with the bounds of the data) that a kernel with barriers tests again and
// again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/RepeatedGuard.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

class RepeatedGuard {
public:
  RepeatedGuard(Function &kernel, const Instruction &begin)
      : kernel_(kernel), begin_(begin), uniformity_(kernel), divergentBlocks_(divergentBlocks(kernel, uniformity_)),
        dominators_(kernel), postDominators_(kernel) {}

  std::optional<BoundsGuard> find() {
    SmallVector<BoundsGuard::Condition, 4> parts;
    unsigned decided = 0;
    for (BasicBlock &block : kernel_) {
      // A wrap flag (nsw, nuw) of an instruction holds only for work-items that reach the branch. The test computes
      // with the ids of the last work-item, so the branch counts only if all work-items reach it.
      auto *branch = dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional() || divergentBlocks_.contains(&block))
        continue;
      const SmallVector<BoundsGuard::Condition, 4> known = hoistableConditions(*branch);
      decided += known.empty() ? 0 : 1;
      for (const BoundsGuard::Condition &part : known)
        if (none_of(parts, [&](const BoundsGuard::Condition &other) {
              return BoundsGuard::matchesCondition(*other.value, part);
            }))
          parts.push_back(part);
    }
    if (decided < CodeSizes::minRepeatedGuards)
      return std::nullopt;
    return BoundsGuard::fromConditions(std::move(parts));
  }

private:
  /// Which successor of `branch` skips code: true if the first successor skips code that the second one runs, false if
  /// the second skips code of the first. Nothing if neither skips the other's code.
  std::optional<bool> skippingSuccessor(const BranchInst &branch) const {
    for (const bool way : {true, false}) {
      const BasicBlock *past = branch.getSuccessor(way ? 0 : 1);
      const BasicBlock *guarded = branch.getSuccessor(way ? 1 : 0);
      if (guarded->getSinglePredecessor() == branch.getParent() && past != guarded &&
          postDominators_.dominates(past, guarded))
        return way;
    }
    return std::nullopt;
  }

  /// The first comparisons of the guard of `branch`, up to one that can't be tested early. Later comparisons may be
  /// poison if an earlier one is false, so those after the one that can't be tested don't count.
  SmallVector<BoundsGuard::Condition, 4> hoistableConditions(const BranchInst &branch) const {
    SmallVector<BoundsGuard::Condition, 4> known;
    const std::optional<bool> past = skippingSuccessor(branch);
    const std::optional<BoundsGuard> guard =
        past ? BoundsGuard::read(*branch.getCondition(), !*past, uniformity_) : std::nullopt;
    if (guard)
      for (const BoundsGuard::Condition &part : guard->conditions()) {
        if (!part.comparison || !isHoistable(*part.comparison))
          break;
        known.push_back(part);
      }
    return known;
  }

  /// Whether `comparison` can and should be tested early: its operands are known before begin_, and its result may
  /// differ between groups.
  bool isHoistable(const BoundsGuard::Comparison &comparison) const {
    if (comparison.isGroupUniform())
      return false;
    const auto isThere = [this](const Value &value) {
      const auto *instruction = dyn_cast<Instruction>(&value);
      return !instruction || dominators_.dominates(instruction, &begin_);
    };
    return isThere(*comparison.right) && all_of(comparison.left.steps, [&](const Instruction *step) {
             return all_of(step->operands(), [&](const Value *operand) {
               return is_contained(comparison.left.steps, operand) || isThere(*operand);
             });
           });
  }

  Function &kernel_;
  const Instruction &begin_;
  WorkItemUniformity uniformity_;
  SmallPtrSet<const BasicBlock *, 16> divergentBlocks_;
  DominatorTree dominators_;
  PostDominatorTree postDominators_;
};

} // namespace

std::optional<BoundsGuard> findRepeatedGuard(Function &kernel, const Instruction &begin) {
  if (none_of(instructions(kernel), isBarrier))
    return std::nullopt;
  return RepeatedGuard(kernel, begin).find();
}

} // namespace weft::compiler
