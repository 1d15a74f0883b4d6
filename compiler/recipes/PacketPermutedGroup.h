// Loads and stores of elements that the lanes access in an order that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_PACKET_PERMUTED_GROUP_H
#define WEFT_COMPILER_RECIPES_PACKET_PERMUTED_GROUP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "recipes/AccessPlans.h"
#include "recipes/UniformBranch.h"

namespace weft::compiler {

class WidenedValues;

/// Loads or stores the elements of a PermutedGroup by vectors of a register's size and by shuffles with constant
/// indices. The group's members are accesses whose lanes have their elements in the same order in every packet. A slot
/// is the place of one element in memory; slots are counted from the first element of the group. All accesses of the
/// group are carried out at once: loads at the first access, stores at the last. Constant masks keep stores from
/// writing elements that no lane has. If some lanes are inactive, functions of the caller load or store for each member
/// by itself, unless the group uses masked stores (PermutedGroup::prefersMaskedStores).
class PacketPermutedGroup {
public:
  explicit PacketPermutedGroup(const WidenedValues &values) : values_(values) {}

  /// Functions that load, or store, the lanes of one member of a group without the other members, wherever the lanes'
  /// elements lie. The last argument of a load has the lanes' addresses.
  using LoadSeparately = llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::LoadInst &, llvm::Value *)>;
  using StoreSeparately = llvm::function_ref<void(llvm::IRBuilder<> &, llvm::StoreInst &)>;

  /// Returns the lanes of `load`. If `load` loads a vector, the lanes' vectors follow each other in the result (x0 y0
  /// x1 y1 ..). May split the block before `load`.
  llvm::Value *load(llvm::LoadInst &load, const PermutedGroup &permutedGroup, llvm::Value *mask, LoadSeparately alone);
  /// Carries out the stores of all members if `store` is the last member; else does nothing.
  void store(llvm::StoreInst &store, const PermutedGroup &permutedGroup, llvm::Value *mask,
             StoreSeparately alone) const;

private:
  GeneratedValues loadGroup(llvm::IRBuilder<> &builder, const PermutedGroup &permutedGroup) const;
  /// `mask` is the mask of the lanes that store, or null if all lanes store.
  void storeGroup(llvm::IRBuilder<> &builder, const PermutedGroup &permutedGroup, llvm::Value *mask) const;
  /// Returns the address of the slot `place`, computed from the address of the first lane of `member`.
  llvm::Value *addressOf(llvm::IRBuilder<> &builder, const PermutedGroup::Member &member, unsigned place) const;
  /// Returns the addresses of the lanes of `member`. They are computed from the addresses of the first member's lanes,
  /// because the addresses of `member` may be computed only after the first member.
  llvm::Value *laneAddressesOf(llvm::IRBuilder<> &builder, const PermutedGroup &permutedGroup,
                               const PermutedGroup::Member &member) const;
  llvm::Value *concatenatedLanes(llvm::IRBuilder<> &builder, llvm::StoreInst &store) const;

  const WidenedValues &values_;
  /// For each load whose permuted group has been loaded: the vector of its lanes.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loaded_;
};

} // namespace weft::compiler

#endif
