// Accesses in which the elements of neighbouring lanes are a few elements apart, as the members of structs are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_INTERLEAVED_RECIPE_H
#define WEFT_COMPILER_RECIPES_INTERLEAVED_RECIPE_H

#include <cstdint>

#include "recipes/MemoryRecipe.h"
#include "recipes/UniformBranch.h"

namespace weft::compiler {

/// Executes an interleave group: loads, or stores, of one block that have the same distance between lanes, 2 to 4
/// elements, and are so close together that the same vectors contain their elements, as a[2 * i] and a[2 * i + 1] are.
/// No instruction between them accesses memory in a way that makes their order observable. An access without neighbours
/// of this kind is a group of its own. Vectors and shuffles reach from the first lane's element to the last lane's
/// element. All accesses of a group are executed at once: loads at the first access, stores at the last. If not all
/// lanes run, loads become gathers, and stores become scatters unless the group may use masked stores. The reason is
/// that memory between the elements of inactive lanes may belong to no object.
class InterleavedRecipe : public MemoryRecipe {
public:
  struct Member {
    llvm::Instruction *access;
    int64_t number; ///< the distance from the first member in elements
  };
  enum class Form {
    interleaved,   ///< one vector over all lanes' elements, with a shuffle for each member of a load
    overlapping,   ///< a load of `pitch` vectors, each as wide as a packet, and shuffles that combine them. The last
                   ///< vector ends with the last lane's element
    masked,        ///< a store of one vector under a mask, which leaves out the elements that belong to no member
    gatherScatter, ///< gathers or scatters
  };

  /// Finds the group that begins with `first`, whose lanes are `pitch` elements apart.
  InterleavedRecipe(const AccessPlans &plans, llvm::Instruction &first, unsigned pitch);

  double cost(const llvm::Instruction &access) const override;
  RemarkWords remark() const override;
  PacketElements emitLoad(PacketMemory &memory, llvm::LoadInst &load, ActiveLanes running) const override;
  void emitStore(PacketMemory &memory, llvm::StoreInst &store, ActiveLanes running) const override;
  bool hasMaskedStores() const override { return isMaskable; }

  llvm::SmallVector<Member, 4> members; ///< in program order; their `number`s differ by less than `pitch`
  const unsigned pitch;                 ///< the distance from one lane's address to the next lane's, in elements
  int64_t least = 0;                    ///< the least `number` of a member
  unsigned span = 0;                    ///< the number of elements from the least member to the greatest, both included
  Form form = Form::gatherScatter;      ///< the form of the accesses if all lanes run
  /// For stores whose form isn't gatherScatter: whether they keep this form under a mask. If false, they become
  /// scatters whenever some lanes are inactive.
  bool isMaskable = false;

private:
  int64_t findMembers(llvm::Instruction &first);
  Form chooseForm() const;
  bool canMask() const;
  /// Returns for each member the vector of its lanes. All vectors have the type of the first member's vector.
  GeneratedValues loadTogether(llvm::IRBuilder<> &builder) const;
  GeneratedValues gather(const PacketMemory &memory, llvm::IRBuilder<> &builder, llvm::Value *mask) const;
  /// `mask` is the mask of the lanes that store, or null if all lanes store.
  void storeTogether(const PacketMemory &memory, llvm::IRBuilder<> &builder, llvm::Value *mask) const;
  void scatter(const PacketMemory &memory, llvm::IRBuilder<> &builder, llvm::Value *mask) const;
};

} // namespace weft::compiler

#endif
