// Accesses to neighbouring elements, in the order of the lanes: one vector access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/ContiguousRecipe.h"

#include "analysis/Accesses.h"
#include "analysis/PacketTypes.h"
#include "kernel/Interleaving.h"
#include "recipes/AccessPlans.h"
#include "recipes/GatherScatterRecipe.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the mask of a vector access in which the vectors of neighbouring lanes are `pitch` elements apart. The mask
/// has the first `count` elements of each active lane, and not the elements between them and the next lane's vector.
Value *elementMask(IRBuilder<> &builder, Value *mask, unsigned count, unsigned pitch) {
  const unsigned width = cast<FixedVectorType>(mask->getType())->getNumElements();
  SmallVector<int> lanes;
  for (unsigned lane = 0; lane < width; ++lane)
    for (unsigned number = 0; number < pitch; ++number)
      lanes.push_back(static_cast<int>(number < count ? lane : width));
  return builder.CreateShuffleVector(mask, Constant::getNullValue(mask->getType()), lanes);
}

} // namespace

MemoryRecipePtr planContiguous(AccessPlans &plans, Instruction &access) {
  const std::optional<int64_t> pitch = plans.pitchOf(access);
  const auto *vector = dyn_cast<FixedVectorType>(accessedType(access));
  const int64_t count = vector ? vector->getNumElements() : 1;
  if (!pitch || *pitch < count || *pitch > (vector ? 2 * count : 1))
    return nullptr;
  // Transposing long vectors takes less time than separating their elements.
  const int64_t longest = plans.profile().contiguousRuns.maxVectorElements;
  if (count > longest && !isGatheredWhole(access) && planAnywhere(plans, access)->transposes())
    return nullptr;
  return std::make_shared<ContiguousRecipe>(AccessKind::contiguous, plans, access, static_cast<unsigned>(*pitch));
}

double ContiguousRecipe::cost(const Instruction &access) const {
  const TargetProfile::Cycles &cycles = plans_.profile().cycles;
  return cycles.vectorAccess * registersForPacket(*accessedType(access), cycles);
}

RemarkWords ContiguousRecipe::remark() const {
  return {"contiguous", "loads contiguous elements", "stores contiguous elements", false};
}

PacketElements ContiguousRecipe::emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const {
  IRBuilder<> builder(&load);
  return loadFrom(builder, load, laneZeroValue(memory, builder, load.getPointerOperand(), running), running.mask);
}

void ContiguousRecipe::emitStore(PacketMemory &memory, StoreInst &store, ActiveLanes running) const {
  IRBuilder<> builder(&store);
  const PacketElements elements = memory.values.elements(builder, store.getValueOperand());
  storeTo(builder, store, elements, laneZeroValue(memory, builder, store.getPointerOperand(), running), running.mask);
}

PacketElements ContiguousRecipe::loadFrom(IRBuilder<> &builder, LoadInst &load, Value *first, Value *mask) const {
  auto *all = FixedVectorType::get(load.getType()->getScalarType(), plans_.width() * pitch);
  const auto *vector = dyn_cast<FixedVectorType>(load.getType());
  if (!vector)
    return {
        builder.CreateMaskedLoad(all, first, load.getAlign(), mask, PoisonValue::get(all), load.getName() + ".lanes")};
  Value *together = builder.CreateMaskedLoad(all, first, elementAlignment(load),
                                             elementMask(builder, mask, vector->getNumElements(), pitch),
                                             PoisonValue::get(all), load.getName() + ".vectors");
  PacketElements elements(deinterleave(builder, together, pitch));
  elements.truncate(vector->getNumElements());
  return elements;
}

void ContiguousRecipe::storeTo(IRBuilder<> &builder, StoreInst &store, PacketElements elements, Value *first,
                               Value *mask) const {
  if (!accessedType(store)->isVectorTy()) {
    builder.CreateMaskedStore(elements.front(), first, store.getAlign(), mask);
    return;
  }
  const auto count = static_cast<unsigned>(elements.size());
  elements.resize(pitch, PoisonValue::get(elements.front()->getType()));
  builder.CreateMaskedStore(interleave(builder, elements), first, elementAlignment(store),
                            elementMask(builder, mask, count, pitch));
}

} // namespace weft::compiler
