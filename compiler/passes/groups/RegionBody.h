// One copy of a barrier region's blocks, for the work-item or packet that a loop is at.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_REGION_BODY_H
#define WEFT_COMPILER_PASSES_GROUPS_REGION_BODY_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include "analysis/BarrierRegions.h"
#include "passes/groups/WorkItemContext.h"

namespace weft::compiler {

class ParallelAccesses;

/// Copies the blocks of one region. The copy reads what lives at the region's start from the context and writes what
/// the work-items have at its ends back; what is the same for all of them it only names.
class RegionBody {
public:
  /// Where the copy stands, and for whom.
  struct Place {
    llvm::BasicBlock *group; ///< run once by the group, before all work-items; has a terminator
    llvm::BasicBlock *first; ///< the copy is entered from its end; has no terminator yet
    llvm::BasicBlock *last;  ///< empty: all exits lead there
    WorkItemIds ids;
  };

  /// Writes the copy.
  RegionBody(const BarrierRegions &regions, unsigned number, WorkItemContext &context, const Place &place);

  /// By their regions' numbers, what may follow, once for each exit; 0 where work-items end. The same, in the same
  /// order, in each copy of a region.
  llvm::SmallVector<unsigned> successors() const;
  /// In `last`: which of the successors it is.
  llvm::Value *next();
  /// In `last`: the uniform values that the region defines. The same values in the same order in each copy.
  const llvm::MapVector<llvm::Instruction *, llvm::Value *> &uniformValues() const { return uniformValues_; }

  /// Marks what different work-items may do at the same time.
  void mark(ParallelAccesses &parallel) const;

private:
  /// A way out of the region: the block where a work-item ends it, and the number of the region that follows.
  struct Exit {
    llvm::BasicBlock *block;
    unsigned successor;
  };

  void copyBlocks();
  void separateScopes();
  void restoreLiveValues();
  llvm::Value *primitiveOf(const llvm::CallInst &call) const;
  void redirectExits();
  void saveLiveValues();
  void findValuesAtExits();
  bool isInPlace(const llvm::Instruction *value, const llvm::Value *current) const;
  void repairRedefined(llvm::Instruction *value);
  void mergeUniform(llvm::Instruction *value);
  bool isInRegion(const llvm::Instruction *value) const { return copies_.contains(value->getParent()); }
  bool isUsedInRegion(const llvm::Instruction *value) const { return used_.contains(value); }
  bool isLiveAt(unsigned region, llvm::Instruction *value) const;

  const BarrierRegions &regions_;
  const BarrierRegion &region_;
  WorkItemContext &context_;
  const Place place_;
  llvm::SmallPtrSet<const llvm::Value *, 32> used_; ///< operands of the region's instructions
  llvm::ValueToValueMapTy map_;
  llvm::MapVector<const llvm::BasicBlock *, llvm::BasicBlock *> copies_;
  llvm::SmallVector<Exit> exits_;
  llvm::MapVector<llvm::Instruction *, llvm::Value *> atStart_; ///< values of liveAtStart that the region needs
  llvm::DenseMap<const llvm::Value *, const llvm::Instruction *> restored_; ///< the same the other way round
  /// Values defined in the region, as they are at each exit.
  llvm::MapVector<llvm::Instruction *, llvm::SmallVector<llvm::Value *, 2>> atExits_;
  llvm::MapVector<llvm::Instruction *, llvm::Value *> uniformValues_;
};

} // namespace weft::compiler

#endif
