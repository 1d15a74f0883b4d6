// Keeps LLVM's loop vectoriser from treating indices that wrap as indices that don't.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm-workarounds/HideWrappingIndicesPass.h"

#include <algorithm>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `expression` extends a recurrence of `loop` that may wrap. ScalarEvolution moves an extension into a
/// recurrence that it knows not to wrap, so if an extension stays outside, the recurrence may wrap.
bool mayWrap(const SCEV &expression, const Loop &loop) {
  if (!isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(expression))
    return false;
  return SCEVExprContains(cast<SCEVCastExpr>(expression).getOperand(), [&](const SCEV *part) {
    const auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
    return recurrence && recurrence->getLoop() == &loop;
  });
}

unsigned bitsBefore(const SCEV &extension) {
  return cast<SCEVCastExpr>(extension).getOperand()->getType()->getIntegerBitWidth();
}

/// The extensions of recurrences that may wrap, in the addresses of one loop.
class WrappingExtensions {
public:
  WrappingExtensions(const Loop &loop, ScalarEvolution &evolution) : loop_(loop), evolution_(evolution) {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &access : *block)
        if (Value *pointer = getLoadStorePointerOperand(&access); pointer && !pointer->getType()->isVectorTy())
          visitParts(*evolution.getSCEV(pointer), [&](unsigned bits) {
            widest_ = std::max(widest_, bits);
            narrowest_ = std::min(narrowest_, bits);
          });
  }

  /// Whether a recurrence may wrap in fewer bits than another recurrence may.
  bool any() const { return narrowest_ < widest_; }

  /// Whether `value` contains a recurrence that may wrap in fewer bits than another one, so that the vectoriser wrongly
  /// assumes that it doesn't wrap.
  bool isAssumedNotToWrap(Value &value) const {
    if (!evolution_.isSCEVable(value.getType()))
      return false;
    bool found = false;
    visitParts(*evolution_.getSCEV(&value), [&](unsigned bits) { found |= bits < widest_; });
    return found;
  }

private:
  void visitParts(const SCEV &expression, function_ref<void(unsigned)> visit) const {
    SCEVExprContains(&expression, [&](const SCEV *part) {
      if (mayWrap(*part, loop_))
        visit(bitsBefore(*part));
      return false;
    });
  }

  const Loop &loop_;
  ScalarEvolution &evolution_;
  unsigned narrowest_ = ~0U;
  unsigned widest_ = 0;
};

/// Returns the first instructions whose values contain a recurrence that LLVM wrongly assumes not to wrap. Their values
/// are to be frozen; values that are computed from these needn't be frozen again.
SmallVector<Instruction *> findFreezePoints(const Loop &loop, const WrappingExtensions &wrapping) {
  SmallVector<Instruction *> found;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (!isa<PHINode>(instruction) && wrapping.isAssumedNotToWrap(instruction) &&
          none_of(instruction.operands(), [&](Use &use) { return wrapping.isAssumedNotToWrap(*use); }))
        found.push_back(&instruction);
  return found;
}

void freeze(Instruction &value) {
  IRBuilder<> builder(value.getParent(), std::next(value.getIterator()));
  Value *frozen = builder.CreateFreeze(&value, value.getName() + ".frozen");
  value.replaceUsesWithIf(frozen, [&](const Use &use) { return use.getUser() != frozen; });
}

} // namespace

PreservedAnalyses HideWrappingIndicesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  SmallVector<Instruction *> beginnings;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost())
      if (const WrappingExtensions wrapping(*loop, evolution); wrapping.any())
        append_range(beginnings, findFreezePoints(*loop, wrapping));
  if (beginnings.empty())
    return PreservedAnalyses::all();
  for (Instruction *value : beginnings)
    freeze(*value);
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
