// Accesses to elements that may lie anywhere: a gather or a scatter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_GATHER_SCATTER_RECIPE_H
#define WEFT_COMPILER_RECIPES_GATHER_SCATTER_RECIPE_H

#include "recipes/MemoryRecipe.h"

namespace weft::compiler {

class GatherScatterRecipe : public MemoryRecipe {
public:
  using MemoryRecipe::MemoryRecipe;

  double cost(const llvm::Instruction &access) const override;
  RemarkWords remark() const override;
  PacketElements emitLoad(PacketMemory &memory, llvm::LoadInst &load, ActiveLanes running) const override;
  void emitStore(PacketMemory &memory, llvm::StoreInst &store, ActiveLanes running) const override;

  /// Loads from the lanes' addresses `addresses`, at the place of the builder.
  virtual PacketElements loadFrom(PacketMemory &memory, llvm::IRBuilder<> &builder, llvm::LoadInst &load,
                                  llvm::Value *addresses, ActiveLanes running) const;
  /// Stores at the place of the builder. If several lanes write to one address, the value of the last of these lanes
  /// remains.
  virtual void storeAt(PacketMemory &memory, llvm::IRBuilder<> &builder, llvm::StoreInst &store,
                       ActiveLanes running) const;
};

/// Returns a recipe that executes `access` wherever the lanes' elements lie: a transposed one if the lanes' vectors can
/// be transposed, else a gather or scatter. Other recipes use it where their lanes' elements lie apart. `usesStride`:
/// whether it may compute all addresses from a uniform stride.
std::shared_ptr<const GatherScatterRecipe> planAnywhere(const AccessPlans &plans, llvm::Instruction &access,
                                                        bool usesStride = true);

/// Whether `access` gathers or scatters short vectors of OpenCL C as integers, one integer for each lane's vector.
bool isGatheredWhole(const llvm::Instruction &access);

} // namespace weft::compiler

#endif
