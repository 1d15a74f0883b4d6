// Finds the runs of active lanes of a constant mask, and accesses such runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LaneRuns.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

std::optional<SmallVector<LaneRun, 4>> runsOf(const Value &mask) {
  const auto *constant = dyn_cast<Constant>(&mask);
  const auto *type = dyn_cast<FixedVectorType>(mask.getType());
  if (!constant || !type)
    return std::nullopt;
  SmallVector<LaneRun, 4> found;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const Constant *runs = constant->getAggregateElement(lane);
    if (!runs || !isa<ConstantInt>(runs))
      return std::nullopt;
    if (runs->isNullValue())
      continue;
    if (!found.empty() && found.back().first + found.back().count == lane)
      ++found.back().count;
    else
      found.push_back({lane, 1});
  }
  return found;
}

Value *extractRun(IRBuilder<> &builder, Value *value, LaneRun lanes) {
  if (lanes.count == 1)
    return builder.CreateExtractElement(value, lanes.first);
  return builder.CreateShuffleVector(value, createSequentialMask(lanes.first, lanes.count, 0));
}

std::pair<Value *, Align> addressOfRun(IRBuilder<> &builder, const MaskedAccess &access, LaneRun lanes) {
  Value *place = builder.CreateConstInBoundsGEP1_64(access.type()->getElementType(), access.address(), lanes.first);
  return {place, commonAlignment(access.alignment(), lanes.first * access.elementBytes())};
}

} // namespace weft::compiler
