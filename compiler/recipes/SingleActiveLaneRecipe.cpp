// Accesses in a block that one lane runs: a scalar access at that lane's address.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Accesses.h"
#include "recipes/AccessPlans.h"

using namespace llvm;

namespace weft::compiler {

namespace {

class SingleActiveLaneRecipe : public MemoryRecipe {
public:
  using MemoryRecipe::MemoryRecipe;

  double cost(const Instruction & /*access*/) const override {
    const TargetProfile::Cycles &cycles = plans_.profile().cycles;
    return cycles.scalarAccess + 2 * cycles.vectorOperation;
  }

  RemarkWords remark() const override {
    return {"single lane", "loads one lane's element", "stores one lane's element", false};
  }

  PacketElements emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const override {
    IRBuilder<> builder(&load);
    return {builder.CreateVectorSplat(plans_.width(), emitScalar(memory, builder, load, running))};
  }

  void emitStore(PacketMemory &memory, StoreInst &store, ActiveLanes running) const override {
    IRBuilder<> builder(&store);
    emitScalar(memory, builder, store, running);
  }

private:
  static Instruction *emitScalar(const PacketMemory &memory, IRBuilder<> &builder, const Instruction &access,
                                 ActiveLanes running) {
    Value *lane = firstActiveLane(builder, running);
    Instruction *one = access.clone();
    for (Use &operand : one->operands())
      operand = memory.values.valueInLane(builder, operand, lane);
    return builder.Insert(one);
  }
};

} // namespace

MemoryRecipePtr planSingleActiveLane(AccessPlans &plans, Instruction &access) {
  const bool isUniformLoad = isa<LoadInst>(access) && plans.strideOf(access) == 0;
  return !accessedType(access)->isVectorTy() && !isUniformLoad && plans.isSingleLaneBlock(*access.getParent())
             ? std::make_shared<SingleActiveLaneRecipe>(AccessKind::singleActiveLane, plans, &access)
             : nullptr;
}

} // namespace weft::compiler
