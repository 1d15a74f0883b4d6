// Replaces shuffles that blend two masks by logical operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns a mask. In the lanes that the shuffle takes from its operand number `operand`, it has the bits of this
/// operand; in all other lanes it is false.
Value *lanesFrom(IRBuilder<> &builder, const ShuffleVectorInst &shuffle, unsigned operand) {
  Value *mask = shuffle.getOperand(operand);
  const auto *constant = dyn_cast<Constant>(mask);
  const int lanes = static_cast<int>(shuffle.getShuffleMask().size());
  SmallVector<Constant *, 16> kept;
  for (int lane = 0; lane < lanes; ++lane) {
    const bool isTaken = shuffle.getMaskValue(lane) == lane + static_cast<int>(operand) * lanes;
    const Constant *element = constant ? constant->getAggregateElement(static_cast<unsigned>(lane)) : nullptr;
    kept.push_back(
        builder.getInt1(isTaken && (!constant || (element && PatternMatch::match(element, PatternMatch::m_One())))));
  }
  Constant *all = ConstantVector::get(kept);
  return constant ? all : builder.CreateAnd(builder.CreateFreeze(mask, mask->getName() + ".any"), all);
}

bool blendsMasks(const Instruction &instruction) {
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
  return shuffle && isa<FixedVectorType>(shuffle->getType()) && shuffle->getType()->getElementType()->isIntegerTy(1) &&
         shuffle->isSelect();
}

} // namespace

bool combineMasks(Function &function, MaskedMemoryContext &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!blendsMasks(instruction))
      continue;
    auto &shuffle = cast<ShuffleVectorInst>(instruction);
    IRBuilder<> builder(&shuffle);
    Value *first = lanesFrom(builder, shuffle, 0), *second = lanesFrom(builder, shuffle, 1);
    const auto isNone = [](const Value *mask) { return PatternMatch::match(mask, PatternMatch::m_Zero()); };
    Value *blend = isNone(second) ? first : second;
    if (!isNone(first) && !isNone(second))
      blend = builder.CreateOr(first, second);
    blend->takeName(&shuffle);
    shuffle.replaceAllUsesWith(blend);
    shuffle.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace weft::compiler
