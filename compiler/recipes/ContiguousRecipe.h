// Accesses to neighbouring elements, in the order of the lanes: one vector access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_CONTIGUOUS_RECIPE_H
#define WEFT_COMPILER_RECIPES_CONTIGUOUS_RECIPE_H

#include "recipes/MemoryRecipe.h"

namespace weft::compiler {

class ContiguousRecipe : public MemoryRecipe {
public:
  ContiguousRecipe(AccessKind kind, const AccessPlans &plans, llvm::Instruction &access, unsigned pitch)
      : MemoryRecipe(kind, plans, &access), pitch(pitch) {}

  double cost(const llvm::Instruction &access) const override;
  RemarkWords remark() const override;
  PacketElements emitLoad(PacketMemory &memory, llvm::LoadInst &load, ActiveLanes running) const override;
  void emitStore(PacketMemory &memory, llvm::StoreInst &store, ActiveLanes running) const override;
  bool hasMaskedStores() const override { return true; }

  /// Loads from, or stores to, the addresses that begin with `first`, the address of lane 0.
  PacketElements loadFrom(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *first,
                          llvm::Value *mask) const;
  void storeTo(llvm::IRBuilder<> &builder, llvm::StoreInst &store, PacketElements elements, llvm::Value *first,
               llvm::Value *mask) const;

  /// For vectors of OpenCL C: the number of elements from the first element of one lane's vector to the first element
  /// of the next lane's vector. 1 for scalars.
  const unsigned pitch;
};

} // namespace weft::compiler

#endif
