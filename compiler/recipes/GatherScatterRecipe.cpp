// Accesses to elements that may lie anywhere: a gather or a scatter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/GatherScatterRecipe.h"

#include "analysis/Accesses.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketTypes.h"
#include "recipes/AccessPlans.h"

using namespace llvm;

namespace weft::compiler {

MemoryRecipePtr planGatherScatter(AccessPlans &plans, Instruction &access) {
  return std::make_shared<GatherScatterRecipe>(AccessKind::gatherScatter, plans, &access);
}

double GatherScatterRecipe::cost(const Instruction &access) const {
  const TargetProfile &profile = plans_.profile();
  const Type *type = accessedType(access);
  const bool isLoad = isa<LoadInst>(access);
  const unsigned smallest = isLoad ? profile.legal.gathered : profile.legal.scattered;
  const bool isLegal =
      smallest != 0 && access.getDataLayout().getTypeStoreSize(type->getScalarType()).getFixedValue() >= smallest;
  double element = profile.cycles.gatheredElement;
  // Where lanes may be inactive, a scatter has a branch for each lane, which takes more time. A gather has no such
  // branches (LowerGathers).
  if (!plans_.strideOf(access) && !isLegal && !(isLoad && profile.legal.hasWordGather()))
    element = !isLoad && plans_.shapes().isDivergentBlock(*access.getParent()) ? profile.cycles.scalarScatter
                                                                               : profile.cycles.scalarisedElement;
  return element * plans_.width() * elementsOf(*type);
}

RemarkWords GatherScatterRecipe::remark() const {
  return {"gathered", "gathers elements that aren't contiguous", "scatters elements that aren't contiguous", true};
}

PacketElements GatherScatterRecipe::emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const {
  IRBuilder<> builder(&load);
  return loadFrom(memory, builder, load, memory.values.lanes(builder, load.getPointerOperand()), running);
}

void GatherScatterRecipe::emitStore(PacketMemory &memory, StoreInst &store, ActiveLanes running) const {
  IRBuilder<> builder(&store);
  storeAt(memory, builder, store, running);
}

PacketElements GatherScatterRecipe::loadFrom(PacketMemory &memory, IRBuilder<> &builder, LoadInst &load,
                                             Value *addresses, ActiveLanes running) const {
  Type *element = load.getType()->getScalarType();
  VectorType *lanes = memory.values.laneType(element);
  const auto *vector = dyn_cast<FixedVectorType>(load.getType());
  if (!vector)
    return {builder.CreateMaskedGather(lanes, addresses, load.getAlign(), running.mask, PoisonValue::get(lanes),
                                       load.getName() + ".lanes")};
  PacketElements elements;
  for (unsigned number = 0; number < vector->getNumElements(); ++number)
    elements.push_back(builder.CreateMaskedGather(lanes,
                                                  builder.CreateGEP(element, addresses, builder.getInt64(number)),
                                                  elementAlignment(load), running.mask, PoisonValue::get(lanes)));
  return elements;
}

void GatherScatterRecipe::storeAt(PacketMemory &memory, IRBuilder<> &builder, StoreInst &store,
                                  ActiveLanes running) const {
  const Type *type = accessedType(store);
  const PacketElements elements = memory.values.elements(builder, store.getValueOperand());
  Value *addresses = memory.values.lanes(builder, store.getPointerOperand());
  if (!type->isVectorTy()) {
    builder.CreateMaskedScatter(elements.front(), addresses, store.getAlign(), running.mask);
    return;
  }
  for (auto [number, lanes] : enumerate(elements))
    builder.CreateMaskedScatter(lanes, builder.CreateGEP(type->getScalarType(), addresses, builder.getInt64(number)),
                                elementAlignment(store), running.mask);
}

} // namespace weft::compiler
