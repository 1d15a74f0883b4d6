// Assigns slots in scratch to the values that live across barriers; values may share a slot.
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
    slotOf_[value] = static_cast<unsigned>(number);
    slots_.push_back({sizes[number], BitVector(regions.regions().size()), {value}});
  }
  for (auto [number, region] : enumerate(regions.regions()))
    for (const Instruction *value : region.liveAtStart)
      if (auto found = slotOf_.find(value); found != slotOf_.end())
        slots_[found->second].liveAt.set(number);
  for (const Instruction *value : values)
    if (const auto *phi = dyn_cast<PHINode>(value))
      coalesceWithIncoming(*phi);
  fillGaps();
}

void ScratchColouring::coalesceWithIncoming(const PHINode &phi) {
  for (const Value *incoming : phi.incoming_values())
    if (auto found = slotOf_.find(dyn_cast<Instruction>(incoming)); found != slotOf_.end())
      tryCoalesce(slotOf_[&phi], found->second);
}

/// Merges each slot into the first earlier slot that it fits into, then closes the gaps in the numbering.
void ScratchColouring::fillGaps() {
  for (unsigned from = 1; from < slots_.size(); ++from)
    for (unsigned into = 0; into < std::min(from, SearchLimits::scratchGapSearch); ++into)
      if (tryCoalesce(into, from))
        break;
  SmallVector<Slot> left;
  for (Slot &place : slots_) {
    if (place.values.empty())
      continue;
    for (const Instruction *value : place.values)
      slotOf_[value] = static_cast<unsigned>(left.size());
    left.push_back(std::move(place));
  }
  slots_ = std::move(left);
}

bool ScratchColouring::tryCoalesce(unsigned into, unsigned from) {
  Slot &first = slots_[into];
  Slot &second = slots_[from];
  if (into == from || first.values.empty() || second.values.empty() || first.size != second.size ||
      first.liveAt.anyCommon(second.liveAt))
    return false;
  first.liveAt |= second.liveAt;
  for (const Instruction *value : second.values)
    slotOf_[value] = into;
  append_range(first.values, second.values);
  second.values.clear();
  return true;
}

} // namespace weft::compiler
