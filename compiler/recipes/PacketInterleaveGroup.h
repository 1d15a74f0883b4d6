// Loads and stores in which the elements of neighbouring lanes are a few elements apart, as the members of structs are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_PACKET_INTERLEAVE_GROUP_H
#define WEFT_COMPILER_RECIPES_PACKET_INTERLEAVE_GROUP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "recipes/AccessPlans.h"
#include "recipes/UniformBranch.h"

namespace weft::compiler {

class WidenedValues;

/// Loads or stores elements by vectors and shuffles if the elements of neighbouring lanes are 2 to 4 elements apart. An
/// InterleaveGroup has several accesses, its members: for example, one load for each member of a struct. The vectors
/// reach from the first lane's element to the last lane's element. All accesses of a group are carried out at once:
/// loads at the first access, stores at the last. If not all lanes run, loads become gathers, and stores become
/// scatters unless the group may use masked stores (InterleaveGroup::isMaskable). The reason is that memory between the
/// elements of inactive lanes may belong to no object.
class PacketInterleaveGroup {
public:
  explicit PacketInterleaveGroup(const WidenedValues &values) : values_(values) {}

  /// Carries out an access of `group`. May split the block before the access.
  llvm::Value *load(llvm::LoadInst &load, const InterleaveGroup &group, llvm::Value *mask);
  void store(llvm::StoreInst &store, const InterleaveGroup &group, llvm::Value *mask) const;

private:
  /// Returns for each member of `group` the vector of its lanes. All vectors have the type of the first member's
  /// vector.
  GeneratedValues loadGroup(llvm::IRBuilder<> &builder, const InterleaveGroup &group) const;
  GeneratedValues gather(llvm::IRBuilder<> &builder, const InterleaveGroup &group, llvm::Value *mask) const;
  /// `mask` is the mask of the lanes that store, or null if all lanes store.
  void storeGroup(llvm::IRBuilder<> &builder, const InterleaveGroup &group, llvm::Value *mask) const;
  void scatter(llvm::IRBuilder<> &builder, const InterleaveGroup &group, llvm::Value *mask) const;

  const WidenedValues &values_;
  /// For each load whose group has been loaded: the vector of its lanes.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loaded_;
};

} // namespace weft::compiler

#endif
