// A guard of ids that a kernel with barriers asks again and again.
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
      // What never overflows is so only where work-items come, and the last one is asked for all.
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
  /// Which way of `branch` leads round what its other way is for.
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

  /// The first parts of its guard: a later one may be poison where one before it ends the question.
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

  /// And whether some groups may be within it.
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
