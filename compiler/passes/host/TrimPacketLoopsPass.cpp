// Ends loops over packets as soon as none of the remaining packets has work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/TrimPacketLoopsPass.h"

#include <optional>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include "kernel/LoopMarks.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// A loop whose header branches either to the iteration's work or directly to the latch.
struct GuardedLoop {
  const Loop &loop;
  BasicBlock &before;
  BasicBlock &latch;
  BasicBlock &behind;
  PHINode &counter; ///< starts at 0
  uint64_t step;    ///< in work-items
  Value &end;       ///< the counter stays below this value
  Value &guard;
  bool guardIfWork; ///< the value of the guard in iterations with work

  BranchInst &branch() const { return *cast<BranchInst>(loop.getHeader()->getTerminator()); }
  BranchInst &backEdge() const { return *cast<BranchInst>(latch.getTerminator()); }
  BasicBlock &work() const { return *branch().getSuccessor(guardIfWork ? 0 : 1); }
};

bool hasNoSideEffects(const BasicBlock &block) {
  return none_of(block, [](const Instruction &one) { return one.mayHaveSideEffects(); });
}

bool hasLiveOuts(const Loop &loop) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &one) {
      return any_of(one.users(), [&](const User *user) { return !loop.contains(cast<Instruction>(user)); });
    });
  });
}

/// Returns the comparison that is true when a branch on `predicate` goes to its first successor; if not `first`, to its
/// second.
CmpInst::Predicate holding(CmpInst::Predicate predicate, bool first) {
  return first ? predicate : CmpInst::getInversePredicate(predicate);
}

/// Returns the value that the latch compares the counter with; null if the loop ends by another condition.
Value *endOf(const BranchInst &backEdge, const BasicBlock &header, const Value &next) {
  CmpPredicate predicate;
  Value *end = nullptr;
  if (!backEdge.isConditional() || !match(backEdge.getCondition(), m_ICmp(predicate, m_Specific(&next), m_Value(end))))
    return nullptr;
  const auto goesOn = holding(predicate, backEdge.getSuccessor(0) == &header);
  return goesOn == CmpInst::ICMP_ULT || goesOn == CmpInst::ICMP_NE ? end : nullptr;
}

std::optional<GuardedLoop> matchGuardedLoop(const Loop &loop) {
  BasicBlock *header = loop.getHeader(), *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  BasicBlock *behind = loop.getExitBlock();
  if (!before || !latch || !behind || latch == header || loop.getExitingBlock() != latch || !isPacketLoop(loop))
    return std::nullopt;
  auto *branch = dyn_cast<BranchInst>(header->getTerminator());
  if (!branch || !branch->isConditional() || is_contained(branch->successors(), header) ||
      is_contained(branch->successors(), latch) == (branch->getSuccessor(0) == branch->getSuccessor(1)) ||
      !hasNoSideEffects(*header) || !hasNoSideEffects(*latch) || hasLiveOuts(loop))
    return std::nullopt;
  for (PHINode &phi : header->phis()) {
    const APInt *step = nullptr;
    Value *next = phi.getIncomingValueForBlock(latch);
    auto *sum = dyn_cast<OverflowingBinaryOperator>(next);
    if (!sum || !sum->hasNoSignedWrap() || !sum->hasNoUnsignedWrap() ||
        !match(sum, m_Add(m_Specific(&phi), m_APInt(step))) || !step->isStrictlyPositive() ||
        !match(phi.getIncomingValueForBlock(before), m_Zero()))
      continue;
    Value *end = endOf(*cast<BranchInst>(latch->getTerminator()), *header, *next);
    if (end && loop.isLoopInvariant(end))
      return GuardedLoop{.loop = loop,
                         .before = *before,
                         .latch = *latch,
                         .behind = *behind,
                         .counter = phi,
                         .step = step->getZExtValue(),
                         .end = *end,
                         .guard = *branch->getCondition(),
                         .guardIfWork = branch->getSuccessor(1) == latch};
  }
  return std::nullopt;
}

/// Returns the bound, as an unsigned number, below which the counter is in all iterations with work. Returns null if
/// the guard tests no such bound.
Value *boundOf(const GuardedLoop &guarded, IRBuilder<> &builder) {
  CmpPredicate predicate;
  Value *bound = nullptr;
  if (!match(&guarded.guard, m_c_ICmp(predicate, m_Specific(&guarded.counter), m_Value(bound))) ||
      !guarded.loop.isLoopInvariant(bound))
    return nullptr;
  const auto works = holding(predicate, guarded.guardIfWork);
  if (works == CmpInst::ICMP_ULT)
    return bound;
  // The counter is never negative.
  return works == CmpInst::ICMP_SLT
             ? builder.CreateBinaryIntrinsic(Intrinsic::smax, bound, ConstantInt::get(bound->getType(), 0))
             : nullptr;
}

void skipUnless(Value &any, const GuardedLoop &guarded, IRBuilder<> &builder) {
  if (match(&any, m_One()))
    return;
  builder.CreateCondBr(&any, guarded.loop.getHeader(), &guarded.behind);
  guarded.before.getTerminator()->eraseFromParent();
  for (PHINode &phi : guarded.behind.phis())
    phi.addIncoming(phi.getIncomingValueForBlock(&guarded.latch), &guarded.before);
}

void removeGuard(const GuardedLoop &guarded) {
  BasicBlock &work = guarded.work();
  guarded.latch.removePredecessor(guarded.loop.getHeader());
  BranchInst &branch = guarded.branch();
  IRBuilder<>(&branch).CreateBr(&work);
  branch.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(&guarded.guard);
}

bool endAtBound(const GuardedLoop &guarded) {
  IRBuilder<> builder(guarded.before.getTerminator());
  Value *bound = boundOf(guarded, builder);
  if (!bound)
    return false;
  Value *end = builder.CreateBinaryIntrinsic(Intrinsic::umin, &guarded.end, bound, {}, "end");
  skipUnless(*builder.CreateIsNotNull(bound, "any"), guarded, builder);
  BranchInst &back = guarded.backEdge();
  builder.SetInsertPoint(&back);
  Value *more = builder.CreateICmpULT(guarded.counter.getIncomingValueForBlock(&guarded.latch), end, "more");
  if (back.getSuccessor(0) != guarded.loop.getHeader())
    back.swapSuccessors();
  back.setCondition(more);
  removeGuard(guarded);
  return true;
}

/// A comparison of the lanes' ids with a vector. An iteration has work only if at least one lane's id equals the lane's
/// element of the vector.
struct LaneIdComparison {
  SmallVector<uint64_t> offsets; ///< the difference of each lane's id from the counter
  Value *with = nullptr;
};

std::optional<LaneIdComparison> matchLaneIdComparison(const GuardedLoop &guarded) {
  CmpPredicate some, each;
  Value *lanes = nullptr, *ids = nullptr, *with = nullptr;
  if (!match(&guarded.guard, m_ICmp(some, m_BitCast(m_Value(lanes)), m_Zero())) ||
      holding(some, guarded.guardIfWork) != CmpInst::ICMP_NE ||
      !match(lanes, m_ICmp(each, m_Value(ids), m_Value(with))) || each != CmpInst::ICMP_EQ)
    return std::nullopt;
  auto *type = dyn_cast<FixedVectorType>(ids->getType());
  if (!type || !guarded.loop.isLoopInvariant(with))
    return std::nullopt;
  LaneIdComparison compared{.offsets = SmallVector<uint64_t>(type->getNumElements(), 0), .with = with};
  Value *first = ids;
  Constant *offsets = nullptr;
  if (match(ids, m_AddLike(m_Value(first), m_Constant(offsets))))
    for (unsigned lane = 0; lane < compared.offsets.size(); ++lane) {
      auto *offset = dyn_cast_or_null<ConstantInt>(offsets->getAggregateElement(lane));
      if (!offset)
        return std::nullopt;
      compared.offsets[lane] = offset->getZExtValue();
    }
  return getSplatValue(first) == &guarded.counter ? std::optional(std::move(compared)) : std::nullopt;
}

/// Returns the counter's value in the only iteration that can have work; the loop may end before this iteration.
/// Returns null if several iterations may have work, or if the guard doesn't compare the lanes' ids with a vector.
Value *singleIteration(const GuardedLoop &guarded, IRBuilder<> &builder) {
  const auto compared = matchLaneIdComparison(guarded);
  if (!compared)
    return nullptr;
  auto *type = cast<IntegerType>(guarded.counter.getType());
  if (auto *constants = dyn_cast<Constant>(compared->with)) {
    std::optional<uint64_t> only;
    for (const auto [lane, offset] : enumerate(compared->offsets)) {
      auto *number = dyn_cast_or_null<ConstantInt>(constants->getAggregateElement(unsigned(lane)));
      if (!number)
        return nullptr;
      const uint64_t trip = number->getValue().getZExtValue() - offset;
      if (number->getValue().ult(offset) || trip % guarded.step != 0 || only == trip)
        continue;
      if (only)
        return nullptr;
      only = trip;
    }
    return only ? ConstantInt::get(type, *only) : nullptr;
  }
  Value *id = getSplatValue(compared->with);
  if (!id || !isPowerOf2_64(guarded.step) || compared->offsets.size() != guarded.step ||
      any_of(enumerate(compared->offsets), [](const auto &one) { return one.index() != one.value(); }))
    return nullptr;
  return builder.CreateAnd(id, ConstantInt::get(type, -guarded.step, /*IsSigned=*/true), "trip");
}

bool reduceToSingleIteration(const GuardedLoop &guarded) {
  // With phis other than the counter, the values that earlier iterations leave to the single iteration wouldn't be
  // known.
  if (!hasSingleElement(guarded.loop.getHeader()->phis()))
    return false;
  IRBuilder<> builder(guarded.before.getTerminator());
  Value *trip = singleIteration(guarded, builder);
  if (!trip)
    return false;
  // The loop tests its end after an iteration, so the first iteration runs whatever the end is.
  Value *any = match(trip, m_Zero())
                   ? builder.getTrue()
                   : builder.CreateOr(builder.CreateIsNull(trip), builder.CreateICmpULT(trip, &guarded.end), "any");
  skipUnless(*any, guarded, builder);
  BranchInst &back = guarded.backEdge();
  IRBuilder<>(&back).CreateBr(&guarded.behind);
  back.eraseFromParent();
  removeGuard(guarded);
  guarded.counter.replaceAllUsesWith(trip);
  guarded.counter.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses TrimPacketLoopsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    for (const Loop *loop : functions.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      if (const auto guarded = matchGuardedLoop(*loop))
        changed |= endAtBound(*guarded) || reduceToSingleIteration(*guarded);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
