// Loads from local memory with a constant distance between lanes: one scalar load for each lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Accesses.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/KernelAttributes.h"
#include "recipes/AccessPlans.h"
#include "recipes/GatherScatterRecipe.h"
#include "recipes/UniformBranch.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A kernel mostly loads local memory soon after it has stored to it. A gather waits until the stores have reached the
/// cache, while scalar loads get the elements from the CPU's store buffer. If some lanes are inactive, a gather loads.
class ScalarisedRecipe : public GatherScatterRecipe {
public:
  using GatherScatterRecipe::GatherScatterRecipe;

  PacketElements emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const override {
    IRBuilder<> builder(&load);
    Value *allRun = builder.CreateAndReduce(running.mask);
    BasicBlock *block = builder.GetInsertBlock();
    Value *pointer = load.getPointerOperand();
    Value *loaded = createIfElse(
        allRun, load, [&](IRBuilder<> &place) { return loadEachLane(place, load); },
        [&](IRBuilder<> &place) {
          return loadFrom(memory, place, load, memory.values.lanes(place, pointer), running).front();
        });
    block->getTerminator()->setMetadata(scalarisedMetadata, MDNode::get(load.getContext(), {}));
    return {loaded};
  }

private:
  Value *loadEachLane(IRBuilder<> &builder, const LoadInst &load) const {
    Value *elements = PoisonValue::get(FixedVectorType::get(load.getType(), plans_.width()));
    for (unsigned lane = 0; lane < plans_.width(); ++lane) {
      Instruction *one = load.clone();
      one->setOperand(0, WidenedValues::advanceByLanes(builder, one->getOperand(0), builder.getInt64(lane),
                                                       plans_.strideOf(load).value_or(0)));
      elements = builder.CreateInsertElement(elements, builder.Insert(one), lane);
    }
    return elements;
  }
};

} // namespace

MemoryRecipePtr planScalarised(AccessPlans &plans, Instruction &access) {
  return isa<LoadInst>(access) && plans.strideOf(access) && !accessedType(access)->isVectorTy() &&
                 getLoadStoreAddressSpace(&access) == spirLocal
             ? std::make_shared<ScalarisedRecipe>(AccessKind::scalarised, plans, &access)
             : nullptr;
}

} // namespace weft::compiler
