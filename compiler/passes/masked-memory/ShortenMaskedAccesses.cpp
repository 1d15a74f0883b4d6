// Replaces masked accesses by short accesses if only a few neighbouring lanes are known to be active.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include <optional>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"

#include "analysis/MaskedAccess.h"
#include "passes/masked-memory/LaneRuns.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the active lanes of the access's mask, if the mask is constant, some lanes are inactive, and the active
/// lanes are one run whose length is a power of two.
std::optional<LaneRun> singleRun(const MaskedAccess &access) {
  const auto runs = runsOf(*access.mask());
  if (!runs || runs->size() != 1)
    return std::nullopt;
  const LaneRun run = runs->front();
  return isPowerOf2_32(run.count) && run.count < access.type()->getNumElements() ? std::optional(run) : std::nullopt;
}

/// Replaces the lanes `lanes` of `value` by `part`.
Value *insert(IRBuilder<> &builder, Value *value, Value *part, LaneRun lanes) {
  if (lanes.count == 1)
    return builder.CreateInsertElement(value, part, lanes.first);
  const unsigned width = cast<FixedVectorType>(value->getType())->getNumElements();
  SmallVector<int> wide = createSequentialMask(0, lanes.count, width - lanes.count);
  SmallVector<int> places = createSequentialMask(0, width, 0);
  for (unsigned lane = 0; lane < lanes.count; ++lane)
    places[lanes.first + lane] = static_cast<int>(width + lane);
  return builder.CreateShuffleVector(value, builder.CreateShuffleVector(part, wide), places);
}

bool shorten(const MaskedAccess &access) {
  const std::optional<LaneRun> lanes = singleRun(access);
  if (!lanes)
    return false;
  IRBuilder<> builder(&access.call);
  Type *element = access.type()->getElementType();
  Type *shortened = lanes->count == 1 ? element : FixedVectorType::get(element, lanes->count);
  const auto [place, alignment] = addressOfRun(builder, access, *lanes);
  Instruction *made;
  if (access.isLoad()) {
    made = builder.CreateAlignedLoad(shortened, place, alignment);
    access.call.replaceAllUsesWith(insert(builder, access.call.getArgOperand(2), made, *lanes));
  } else {
    made = builder.CreateAlignedStore(extractRun(builder, access.call.getArgOperand(0), *lanes), place, alignment);
  }
  access.copyMetadataTo(*made);
  access.call.eraseFromParent();
  return true;
}

} // namespace

bool shortenMaskedAccesses(Function &function, MaskedMemoryContext &) {
  bool changed = false;
  for (const MaskedAccess &access : collectAccesses<MaskedAccess>(function))
    changed |= shorten(access);
  return changed;
}

} // namespace weft::compiler
