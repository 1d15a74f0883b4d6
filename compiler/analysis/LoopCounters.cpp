// Finds the counters of a loop: integers that grow by the same step in each iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LoopCounters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// The value that `value` has on the paths that go on with the loop. If `value` is a phi with only one defined incoming
/// value, that is the incoming value; otherwise `value` itself.
Value *singleIncomingValue(Value *value, const Loop &loop) {
  auto *join = dyn_cast<PHINode>(value);
  if (!join || join->getParent() == loop.getHeader())
    return value;
  Value *only = nullptr;
  for (Value *brought : join->incoming_values()) {
    if (isa<UndefValue>(brought) || brought == only)
      continue;
    if (only)
      return value;
    only = brought;
  }
  return only ? only : value;
}

} // namespace

SmallVector<LoopCounter> findCounters(const Loop &loop) {
  SmallVector<LoopCounter> counters;
  const BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return counters;
  for (PHINode &phi : loop.getHeader()->phis()) {
    Value *next = singleIncomingValue(phi.getIncomingValueForBlock(latch), loop);
    Value *step = nullptr;
    if (phi.getType()->isIntegerTy() && match(next, m_c_Add(m_Specific(&phi), m_Value(step))) &&
        loop.isLoopInvariant(step))
      counters.push_back({&phi, next, step});
  }
  return counters;
}

} // namespace weft::compiler
