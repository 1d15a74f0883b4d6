// Finds the blocks of a kernel on packets that at most one lane runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/SingleActiveLane.h"

#include <algorithm>
#include <utility>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include "analysis/LaneOffsets.h"
#include "analysis/PacketShapes.h"
#include "codegen/CompileBudget.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Decides whether conditions, or their opposites, hold for at most one lane of a packet.
class Conditions {
public:
  Conditions(const Function &kernel, const PacketShapes &shapes, unsigned width)
      : shapes_(shapes), width_(width), offsets_(shapes, kernel.getDataLayout(), width) {}

  /// Whether `condition` (`negated`: its opposite) holds for one lane at most.
  bool holdsForOneLane(const Value &condition, bool negated, unsigned depth = 0) {
    const Value *left = nullptr, *right = nullptr;
    if (shapes_.isUniform(condition) || depth >= SearchLimits::conditionDepth)
      return false;
    if (match(&condition, m_Not(m_Value(left))))
      return holdsForOneLane(*left, !negated, depth + 1);
    if (negated ? match(&condition, m_LogicalOr(m_Value(left), m_Value(right)))
                : match(&condition, m_LogicalAnd(m_Value(left), m_Value(right))))
      return holdsForOneLane(*left, negated, depth + 1) || holdsForOneLane(*right, negated, depth + 1);
    const auto *comparison = dyn_cast<ICmpInst>(&condition);
    return comparison && (comparesDistinctValues(*comparison, negated) || holdsByLaneOffsets(*comparison, negated));
  }

private:
  /// Whether `comparison` is true for at most one lane because a strided number is compared for equality with a uniform
  /// one. The lanes' numbers differ from each other even if they wrap.
  bool comparesDistinctValues(const ICmpInst &comparison, bool negated) const {
    if (comparison.getPredicate() != (negated ? ICmpInst::ICMP_NE : ICmpInst::ICMP_EQ) ||
        !comparison.getOperand(0)->getType()->isIntegerTy())
      return false;
    const Value *number = comparison.getOperand(0), *other = comparison.getOperand(1);
    if (shapes_.isUniform(*number))
      std::swap(number, other);
    const std::optional<int64_t> stride = shapes_.isUniform(*other) ? shapes_.strideOf(*number) : std::nullopt;
    const unsigned bits = number->getType()->getIntegerBitWidth();
    return stride && *stride != 0 && bits >= 16 && std::abs(*stride) <= INT16_MAX / static_cast<int64_t>(width_);
  }

  bool holdsByLaneOffsets(const ICmpInst &comparison, bool negated) {
    const auto results = offsets_.resultsOf(comparison);
    return results && std::ranges::count(*results, !negated) <= 1;
  }

  const PacketShapes &shapes_;
  const unsigned width_;
  LaneOffsets offsets_;
};

} // namespace

/// If at most one lane runs a block, at most one runs the blocks of its loop that the block dominates, because they run
/// in the same iteration. Blocks after the loop don't count: each lane may leave the loop in another iteration, but
/// then the lanes run the blocks after the loop together.
SingleActiveLane::SingleActiveLane(Function &kernel, const PacketShapes &shapes, unsigned width) {
  Conditions conditions(kernel, shapes, width);
  SmallVector<std::pair<BasicBlock *, BasicBlock *>> ways;
  for (BasicBlock &block : kernel) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional())
      continue;
    for (const unsigned way : {0U, 1U})
      if (BasicBlock *next = branch->getSuccessor(way);
          next->getSinglePredecessor() && conditions.holdsForOneLane(*branch->getCondition(), way == 1))
        ways.emplace_back(&block, next);
  }
  if (ways.empty())
    return;
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  for (const auto &[from, first] : ways) {
    const Loop *loop = loops.getLoopFor(from);
    if (loop && !loop->contains(first))
      continue;
    SmallVector<BasicBlock *> dominated;
    dominators.getDescendants(first, dominated);
    for (BasicBlock *next : dominated)
      if (!loop || loop->contains(next))
        blocks_.insert(next);
  }
}

} // namespace weft::compiler
