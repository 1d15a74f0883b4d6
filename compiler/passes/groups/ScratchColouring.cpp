// Which of the values that are kept across barriers can have one place in scratch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/ScratchColouring.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

ScratchColouring::ScratchColouring(ArrayRef<Instruction *> values, ArrayRef<ItemSize> sizes,
                                   const BarrierRegions &regions) {
  for (auto [number, value] : enumerate(values)) {
    placeOf_[value] = static_cast<unsigned>(number);
    places_.push_back({sizes[number], BitVector(regions.regions().size()), {value}});
  }
  for (auto [number, region] : enumerate(regions.regions()))
    for (const Instruction *value : region.liveAtStart)
      if (auto found = placeOf_.find(value); found != placeOf_.end())
        places_[found->second].liveAt.set(number);
  for (const Instruction *value : values)
    if (const auto *phi = dyn_cast<PHINode>(value))
      joinWithIncoming(*phi);
  fillGaps();
}

void ScratchColouring::joinWithIncoming(const PHINode &phi) {
  for (const Value *incoming : phi.incoming_values())
    if (auto found = placeOf_.find(dyn_cast<Instruction>(incoming)); found != placeOf_.end())
      tryJoin(placeOf_[&phi], found->second);
}

/// Each place goes into the first one before it that it fits into; what is left moves up.
void ScratchColouring::fillGaps() {
  for (unsigned from = 1; from < places_.size(); ++from)
    for (unsigned into = 0; into < std::min(from, WalkLimits::scratchColouring); ++into)
      if (tryJoin(into, from))
        break;
  SmallVector<Place> left;
  for (Place &place : places_) {
    if (place.values.empty())
      continue;
    for (const Instruction *value : place.values)
      placeOf_[value] = static_cast<unsigned>(left.size());
    left.push_back(std::move(place));
  }
  places_ = std::move(left);
}

bool ScratchColouring::tryJoin(unsigned into, unsigned from) {
  Place &first = places_[into];
  Place &second = places_[from];
  if (into == from || first.values.empty() || second.values.empty() || first.size != second.size ||
      first.liveAt.anyCommon(second.liveAt))
    return false;
  first.liveAt |= second.liveAt;
  for (const Instruction *value : second.values)
    placeOf_[value] = into;
  append_range(first.values, second.values);
  second.values.clear();
  return true;
}

} // namespace weft::compiler
