// Finds loops with barriers in which a distance is multiplied or divided by a constant in each iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PowerOfTwoLoops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include "codegen/CompileBudget.h"
#include "kernel/ConvergentOps.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

template <typename IsWanted> PHINode *findPhi(const Loop &loop, IsWanted isWanted) {
  if (!loop.isLoopSimplifyForm())
    return nullptr;
  for (PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() && isWanted(phi, phi.getIncomingValueForBlock(loop.getLoopLatch())))
      return &phi;
  return nullptr;
}

bool isScaled(const PHINode &phi, const Value *next) {
  return match(next, m_Shl(m_Specific(&phi), m_ConstantInt())) ||
         match(next, m_Mul(m_Specific(&phi), m_ConstantInt())) ||
         match(next, m_Shr(m_Specific(&phi), m_ConstantInt())) ||
         match(next, m_IDiv(m_Specific(&phi), m_ConstantInt()));
}

} // namespace

bool isPowerOfTwoLoop(const Loop &loop) {
  bool hasBarriers = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (isConvergentOp(instruction) && !isBarrier(instruction))
        return false;
      hasBarriers |= isBarrier(instruction);
    }
  return hasBarriers && findPhi(loop, isScaled) != nullptr &&
         all_of(loop.getSubLoops(), [](const Loop *inner) { return isPowerOfTwoLoop(*inner); });
}

PHINode *distanceFromConstant(const Loop &loop) {
  return findPhi(loop, [&](const PHINode &phi, const Value *next) {
    return isScaled(phi, next) && isa<ConstantInt>(phi.getIncomingValueForBlock(loop.getLoopPreheader()));
  });
}

PHINode *distanceFromOuter(const Loop &loop) {
  const Loop *outer = loop.getParentLoop();
  PHINode *counter = outer ? distanceFromConstant(*outer) : nullptr;
  return findPhi(loop, [&](const PHINode &phi, const Value *next) {
    const Value *first = phi.getIncomingValueForBlock(loop.getLoopPreheader());
    return isScaled(phi, next) && counter && (first == counter || isScaled(*counter, first));
  });
}

bool isUnrolledWithOuter(const Loop &loop, ScalarEvolution &evolution) {
  if (!isPowerOfTwoLoop(loop) || !distanceFromOuter(loop))
    return false;
  const size_t lengths = evolution.getSmallConstantTripCount(loop.getParentLoop());
  size_t step = 0;
  for (const BasicBlock *block : loop.blocks())
    step += block->size();
  return lengths > 0 && lengths * lengths * step <= CodeSizes::nestedPowerOfTwoLoops;
}

PHINode *halvedDistance(const Loop &loop) {
  return findPhi(loop, [](const PHINode &phi, const Value *next) {
    return match(next, m_Shr(m_Specific(&phi), m_One())) || match(next, m_UDiv(m_Specific(&phi), m_SpecificInt(2)));
  });
}

} // namespace weft::compiler
