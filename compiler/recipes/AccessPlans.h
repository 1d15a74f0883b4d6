// Decides how a kernel on packets (vectors of work-items) executes each of its loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_ACCESS_PLANS_H
#define WEFT_COMPILER_RECIPES_ACCESS_PLANS_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/DenseMap.h"

#include "analysis/LaneOffsets.h"
#include "analysis/SingleActiveLane.h"
#include "codegen/TargetProfile.h"
#include "recipes/MemoryRecipe.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// The recipes of all loads and stores whose address or value differs between lanes. Atomic and volatile accesses have
/// no recipe: each lane executes its access by itself. The constructor makes all decisions. Later passes follow them,
/// so they emit exactly the code whose time was estimated. Recipes refer to instructions: no instruction of the
/// function may be deleted while this object is in use. A recipe stays valid while vector instructions are added next
/// to the planned ones, because what PacketShapes knows of an address doesn't change as long as the address doesn't.
class AccessPlans {
public:
  AccessPlans(llvm::Function &kernel, const PacketShapes &shapes, unsigned width, const TargetProfile &profile);
  AccessPlans(const AccessPlans &) = delete; // recipes refer to this object
  AccessPlans &operator=(const AccessPlans &) = delete;

  /// The recipe of `access`, which must have a recipe.
  const MemoryRecipe &of(const llvm::Instruction &access) const { return *find(access); }
  /// The recipe that executes `instruction`; null if there is none.
  const MemoryRecipe *find(const llvm::Instruction &instruction) const { return recipes_.lookup(&instruction).get(); }
  /// Whether `operation`, which accesses no memory, is executed by the recipe of a store.
  bool isFused(const llvm::Instruction &operation) const {
    return !llvm::isa<llvm::LoadInst, llvm::StoreInst>(operation) && find(operation);
  }
  /// Returns loads before `update`, which is an atomic update or a store. A packet executes these loads as vector
  /// accesses. If all lanes run, the code of one lane may repeat them as scalar loads. It then gets the same values,
  /// and needn't wait until its elements are extracted from the vectors.
  WidenedValues::Loads loadsToRepeat(const llvm::Instruction &update) const;

  // For the functions that plan recipes (MemoryRecipes.def).

  /// The first recipe that applies to `access`, without recipes of groups that it could join.
  MemoryRecipePtr planAlone(llvm::Instruction &access);
  /// Whether `access` is to get a recipe, but has none yet.
  bool lacksPlan(const llvm::Instruction &access) const;
  /// The distance in bytes from each lane's address to the next lane's address; nothing if it isn't known.
  std::optional<int64_t> strideOf(const llvm::Instruction &access) const;
  /// The same distance, in elements. Nothing if it is no whole number of elements, or if elements aren't dense.
  std::optional<int64_t> pitchOf(const llvm::Instruction &access) const;
  /// Whether the elements of `access` follow each other in memory without padding.
  bool isDense(const llvm::Instruction &access) const;
  bool isSingleLaneBlock(const llvm::BasicBlock &block) const { return singleActiveLane_.isSingleLaneBlock(block); }
  LaneOffsets &laneOffsets() { return laneOffsets_; }
  const PacketShapes &shapes() const { return shapes_; }
  const TargetProfile &profile() const { return profile_; }
  unsigned width() const { return width_; }

private:
  void add(const MemoryRecipePtr &recipe);

  const PacketShapes &shapes_;
  const unsigned width_;
  const TargetProfile profile_;
  const SingleActiveLane singleActiveLane_;
  LaneOffsets laneOffsets_;
  llvm::DenseMap<const llvm::Instruction *, MemoryRecipePtr> recipes_;
};

} // namespace weft::compiler

#endif
