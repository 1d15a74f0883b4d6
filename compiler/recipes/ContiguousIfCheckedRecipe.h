// Accesses whose elements a comparison at run time may find to be contiguous, such as those of a clamped index.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_CONTIGUOUS_IF_CHECKED_RECIPE_H
#define WEFT_COMPILER_RECIPES_CONTIGUOUS_IF_CHECKED_RECIPE_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include "recipes/ContiguousRecipe.h"
#include "recipes/GatherScatterRecipe.h"

namespace weft::compiler {

class PacketWindow;

/// Executes accesses to an address that is computed from ids without a constant stride (a clamped or masked index).
class ContiguousIfCheckedRecipe : public MemoryRecipe {
public:
  /// `access` has an address that may be contiguous.
  ContiguousIfCheckedRecipe(const AccessPlans &plans, llvm::Instruction &access);

  double cost(const llvm::Instruction &access) const override;
  RemarkWords remark() const override;
  PacketElements emitLoad(PacketMemory &memory, llvm::LoadInst &load, ActiveLanes running) const override;
  void emitStore(PacketMemory &memory, llvm::StoreInst &store, ActiveLanes running) const override;
  bool transposes() const override { return apart_->transposes(); }

  /// Whether `part` is the index of a row of a matrix. The elements are then contiguous if all lanes have the same row
  /// index.
  bool isRowIndex = false;
  /// The term of the address that differs between lanes, counted in elements. The lanes' elements are contiguous if
  /// `part` grows by one element from lane to lane. If no such term can be separated, `part` is the whole address.
  llvm::Value *part = nullptr;
  /// Whether lanes whose elements aren't contiguous may still have all elements in one window of memory, which two
  /// vector accesses reach (PacketWindow).
  bool mayFitWindow = false;

private:
  using Emit = llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)>;
  /// Returns for each lane whether its element lies where contiguous elements would place it, as seen from the element
  /// of `lane`, an active lane.
  llvm::Value *areContiguousWith(const PacketMemory &memory, llvm::IRBuilder<> &builder, llvm::Type *type,
                                 llvm::Value *lane) const;
  /// Generates a branch. If the active lanes' elements are contiguous, the branch goes to the code of `together`, which
  /// gets the address of lane 0. Otherwise, it goes to the code of `apart`.
  llvm::Value *branchOnContiguity(const PacketMemory &memory, llvm::Instruction &access, ActiveLanes running,
                                  llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::Value *)> together,
                                  Emit apart) const;
  /// Generates a branch. If all lanes run, and their elements fit into a PacketWindow (twice the length of a packet),
  /// the branch goes to the code of `within`, which gets the window and the address of lane 0. Otherwise, it goes to
  /// the code of `apart`. If the elements never fit into a window, generates only the code of `apart`.
  llvm::Value *
  branchOnWindow(const PacketMemory &memory, llvm::IRBuilder<> &builder, llvm::Instruction &access, ActiveLanes running,
                 llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, const PacketWindow &, llvm::Value *)> within,
                 Emit apart) const;

  const ContiguousRecipe together_;
  const std::shared_ptr<const GatherScatterRecipe> apart_;
};

} // namespace weft::compiler

#endif
