// How a packet executes one load or store, or several together: the cost, remark and code of one kind of access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_MEMORY_RECIPE_H
#define WEFT_COMPILER_RECIPES_MEMORY_RECIPE_H

#include <memory>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "recipes/WidenedValues.h"

namespace weft::compiler {

class AccessPlans;

/// How the lanes of one load or store reach memory.
enum class AccessKind {
#define WEFT_MEMORY_RECIPE(kind, plan) kind,
#include "recipes/MemoryRecipes.def"
};

/// The active lanes of a block. If no lane is active, the block isn't run, except for some short blocks
/// (PacketControlFlow).
struct ActiveLanes {
  llvm::Value *mask = nullptr;
  bool includeLaneZero = false; ///< whether lane 0 is known to be active
};

/// The packet into which recipes emit code, and what they remember of the code that they have emitted.
struct PacketMemory {
  const WidenedValues &values;
  /// For each load whose group has been loaded: the vector of its lanes.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loaded{};
  struct Transposed {
    PacketElements elements;
    llvm::SmallVector<llvm::Value *, 16> rows;
  };
  /// Loaded vectors of lanes (rows), and the elements into which they were transposed. If a store writes the elements
  /// of loaded rows, it uses the rows, so that the elements needn't be transposed back. The key of the map is the
  /// vector of the first element.
  llvm::DenseMap<const llvm::Value *, Transposed> transposed{};
};

/// The words with which a remark describes a kind of access.
struct RemarkWords {
  llvm::StringLiteral word;
  /// The sentences for a load and for a store. If the access is to a vector of OpenCL C, "vectors" replaces "elements".
  llvm::StringLiteral load;
  llvm::StringLiteral store;
  bool isNotable; ///< the access is slow, so the remark is always emitted
};

/// The plan of one access, or of a group of accesses. Each kind of access is a class that derives from this one; its
/// file also has the function that decides whether the kind applies (MemoryRecipes.def). Recipes never change once they
/// are made.
class MemoryRecipe {
public:
  MemoryRecipe(AccessKind kind, const AccessPlans &plans, llvm::ArrayRef<llvm::Instruction *> instructions)
      : kind(kind), instructions(instructions), plans_(plans) {}
  virtual ~MemoryRecipe() = default;

  /// The estimated cycles of `access` for one packet, by TargetProfile::cycles.
  virtual double cost(const llvm::Instruction &access) const = 0;
  virtual RemarkWords remark() const = 0;
  /// Returns the lanes of each element that `load` loads. May split the block before `load`.
  virtual PacketElements emitLoad(PacketMemory &memory, llvm::LoadInst &load, ActiveLanes running) const = 0;
  /// Inserts code that stores the value of `store` for each lane. The instruction `store` itself stays. May split the
  /// block before `store`. Recipes for loads alone don't implement it.
  virtual void emitStore(PacketMemory &memory, llvm::StoreInst &store, ActiveLanes running) const;
  /// Whether stores remain vector stores under a mask. A store with an empty mask then needs no branch around it.
  virtual bool hasMaskedStores() const { return false; }
  /// Whether packets transpose the lanes' vectors, unless these are found to be contiguous.
  virtual bool transposes() const { return false; }

  const AccessKind kind;
  /// The accesses in program order, and operations between them that the recipe executes, too.
  llvm::SmallVector<llvm::Instruction *, 4> instructions;

protected:
  /// Returns the strided `value` of lane 0. If lane 0 doesn't run, this is the value that continues the stride of the
  /// active lanes.
  llvm::Value *laneZeroValue(const PacketMemory &memory, llvm::IRBuilder<> &builder, llvm::Value *value,
                             ActiveLanes running) const;

  const AccessPlans &plans_;
};

using MemoryRecipePtr = std::shared_ptr<const MemoryRecipe>;
#define WEFT_MEMORY_RECIPE(kind, plan) MemoryRecipePtr plan(AccessPlans &plans, llvm::Instruction &access);
#include "recipes/MemoryRecipes.def"

/// Returns the index of the first active lane.
llvm::Value *firstActiveLane(llvm::IRBuilder<> &builder, ActiveLanes running);

/// Returns the alignment of each element of a vector that `access` loads or stores.
llvm::Align elementAlignment(const llvm::Instruction &access);

} // namespace weft::compiler

#endif
