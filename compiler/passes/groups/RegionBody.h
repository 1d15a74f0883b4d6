// Writes one copy of a barrier region's blocks, for the current work-item or packet of a loop.
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

/// Copies the blocks of one region. At the region's start, the copy reads the live values from the WorkItemContext,
/// which stores values across barriers. At the region's ends it writes the live values that differ between work-items
/// back to the context. It doesn't write uniform values, but returns them in uniformValues().
class RegionBody {
public:
  /// Where the copy is inserted, and the work-item or packet that it is for.
  struct CopyTarget {
    llvm::BasicBlock *group; ///< the group runs it once, before all work-items; has a terminator
    llvm::BasicBlock *first; ///< its end will branch to the copy; has no terminator yet
    llvm::BasicBlock *last;  ///< empty; all exits of the copy branch to it
    WorkItemIds ids;
  };

  /// Writes the copy.
  RegionBody(const BarrierRegions &regions, unsigned number, WorkItemContext &context, const CopyTarget &place);

  /// The indices of the regions that may follow, one for each exit; 0 for an exit at which work-items end. Each copy of
  /// a region has the same indices in the same order.
  llvm::SmallVector<unsigned> successors() const;
  /// A value in `last`: the index of the successor region that the copy reached.
  llvm::Value *next();
  /// The uniform values that the region defines, as values in `last`. Each copy has the same keys in the same order.
  const llvm::MapVector<llvm::Instruction *, llvm::Value *> &uniformValues() const { return uniformValues_; }

  /// Records in `parallel` the copy's accesses that different work-items may execute at the same time.
  void mark(ParallelAccesses &parallel) const;

private:
  /// An exit of the region: the block where a work-item leaves it, and the index of the region that follows.
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
  bool isSlotCurrent(const llvm::Instruction *value, const llvm::Value *current) const;
  void repairRedefined(llvm::Instruction *value);
  void mergeUniform(llvm::Instruction *value);
  bool isInRegion(const llvm::Instruction *value) const { return copies_.contains(value->getParent()); }
  bool isUsedInRegion(const llvm::Instruction *value) const { return used_.contains(value); }
  bool isLiveAt(unsigned region, llvm::Instruction *value) const;

  const BarrierRegions &regions_;
  const BarrierRegion &region_;
  WorkItemContext &context_;
  const CopyTarget target_;
  llvm::SmallPtrSet<const llvm::Value *, 32> used_; ///< operands of the region's instructions
  llvm::ValueToValueMapTy map_;
  llvm::MapVector<const llvm::BasicBlock *, llvm::BasicBlock *> copies_;
  llvm::SmallVector<Exit> exits_;
  llvm::MapVector<llvm::Instruction *, llvm::Value *> atStart_; ///< values of liveAtStart that the region needs
  llvm::DenseMap<const llvm::Value *, const llvm::Instruction *> restored_; ///< the inverse of atStart_
  /// Values defined in the region, each with its value at each exit.
  llvm::MapVector<llvm::Instruction *, llvm::SmallVector<llvm::Value *, 2>> atExits_;
  llvm::MapVector<llvm::Instruction *, llvm::Value *> uniformValues_;
};

} // namespace weft::compiler

#endif
