// Accesses to neighbouring elements, in the order from the last lane to the first: one vector access, reversed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Accesses.h"
#include "recipes/AccessPlans.h"
#include "recipes/ContiguousRecipe.h"

using namespace llvm;

namespace weft::compiler {

namespace {

class ReverseRecipe : public ContiguousRecipe {
public:
  using ContiguousRecipe::ContiguousRecipe;

  double cost(const Instruction &access) const override {
    return ContiguousRecipe::cost(access) + plans_.profile().cycles.vectorOperation;
  }

  RemarkWords remark() const override {
    return {"reverse", "loads contiguous elements in reverse order", "stores contiguous elements in reverse order",
            false};
  }

  PacketElements emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const override {
    IRBuilder<> builder(&load);
    Value *last = lastLaneAddress(memory, builder, load, running);
    const PacketElements lanes = loadFrom(builder, load, last, builder.CreateVectorReverse(running.mask));
    return {builder.CreateVectorReverse(lanes.front())};
  }

  void emitStore(PacketMemory &memory, StoreInst &store, ActiveLanes running) const override {
    IRBuilder<> builder(&store);
    Value *lanes = builder.CreateVectorReverse(memory.values.lanes(builder, store.getValueOperand()));
    Value *last = lastLaneAddress(memory, builder, store, running);
    storeTo(builder, store, {lanes}, last, builder.CreateVectorReverse(running.mask));
  }

  bool hasMaskedStores() const override { return false; }

private:
  Value *lastLaneAddress(const PacketMemory &memory, IRBuilder<> &builder, Instruction &access,
                         ActiveLanes running) const {
    Value *first = laneZeroValue(memory, builder, getLoadStorePointerOperand(&access), running);
    return builder.CreateGEP(accessedType(access), first, builder.getInt64(-static_cast<int64_t>(plans_.width() - 1)));
  }
};

} // namespace

MemoryRecipePtr planReverse(AccessPlans &plans, Instruction &access) {
  return !accessedType(access)->isVectorTy() && plans.pitchOf(access) == -1
             ? std::make_shared<ReverseRecipe>(AccessKind::reverse, plans, access, 1)
             : nullptr;
}

} // namespace weft::compiler
