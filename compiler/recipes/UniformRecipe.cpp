// Loads of all lanes from one address: one scalar load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/AccessPlans.h"

using namespace llvm;

namespace weft::compiler {

namespace {

class UniformRecipe : public MemoryRecipe {
public:
  using MemoryRecipe::MemoryRecipe;

  double cost(const Instruction & /*access*/) const override {
    const TargetProfile::Cycles &cycles = plans_.profile().cycles;
    return cycles.scalarAccess + cycles.vectorOperation;
  }

  RemarkWords remark() const override { return {"uniform", "loads one element for all lanes", "", false}; }

  PacketElements emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const override {
    IRBuilder<> builder(&load);
    Instruction *one = load.clone();
    one->setOperand(0, laneZeroValue(memory, builder, load.getPointerOperand(), running));
    return memory.values.elements(builder, builder.Insert(one));
  }
};

} // namespace

MemoryRecipePtr planUniform(AccessPlans &plans, Instruction &access) {
  return isa<LoadInst>(access) && plans.strideOf(access) == 0
             ? std::make_shared<UniformRecipe>(AccessKind::uniform, plans, &access)
             : nullptr;
}

} // namespace weft::compiler
