// Writes one barrier region as loops over the group's work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_REGION_LOOPS_H
#define WEFT_COMPILER_PASSES_REGION_LOOPS_H

#include <array>

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include "analysis/BarrierRegions.h"
#include "passes/WorkItemContext.h"

namespace weft::compiler {

/// Copies the blocks of one region into a nest of three loops, or as they are where the first work-item runs it alone.
/// The copy reads what lives at the region's start from the context, writes what lives at its ends back, and goes on to
/// the region that its last work-item came to.
class RegionLoops {
public:
  /// `starts[r]` is the empty block that region r is to begin in, `end` the block that returns.
  RegionLoops(llvm::Function &kernel, const BarrierRegions &regions, WorkItemContext &context,
              llvm::ArrayRef<llvm::BasicBlock *> starts, llvm::BasicBlock *end);

  /// Writes region `number`.
  void build(unsigned number);

private:
  /// One of the three loops; runs at least once, as no size is 0.
  struct Loop {
    llvm::BasicBlock *header;
    llvm::BasicBlock *latch;
    llvm::PHINode *id;
  };
  /// A way out of the region: the block where a work-item ends it, and the number of the region that follows.
  struct Exit {
    llvm::BasicBlock *block;
    unsigned successor;
  };

  bool runsOnce() const;
  void createSinglePass();
  void createLoops();
  llvm::Value *packetMask(llvm::IRBuilder<> &builder) const;
  void closeLoops();
  void copyBlocks();
  llvm::Value *primitiveOf(const llvm::CallInst &call) const;
  void redirectExits();
  void restoreLiveValues();
  void repairRedefined(llvm::Instruction *value);
  void saveLiveValues();
  bool isInPlace(const llvm::Instruction *value, const llvm::Value *current) const;
  void saveUniform(llvm::Instruction *value);
  void markParallel();
  void goOn();
  bool isDefinedInRegion(const llvm::Instruction *value) const;
  bool isInRegion(const llvm::Instruction *value) const { return copies_.contains(value->getParent()); }
  bool isUsedInRegion(const llvm::Instruction *value) const;
  bool isLiveAt(unsigned region, llvm::Instruction *value) const;

  llvm::Function &kernel_;
  const BarrierRegions &regions_;
  WorkItemContext &context_;
  llvm::ArrayRef<llvm::BasicBlock *> starts_;
  llvm::BasicBlock *end_;
  unsigned packetWidth_; ///< work-items that a trip of the loop over dimension 0 runs

  // Of the region being written.
  unsigned number_ = 0;
  const BarrierRegion *region_ = nullptr;
  bool runsOnce_ = false;       ///< the first work-item alone, without loops
  std::array<Loop, 3> loops_{}; ///< by dimension; 2 is the outermost
  llvm::BasicBlock *after_ = nullptr;
  WorkItemIds ids_{};
  llvm::ValueToValueMapTy map_;
  llvm::MapVector<const llvm::BasicBlock *, llvm::BasicBlock *> copies_;
  llvm::SmallVector<Exit> exits_;
  llvm::MapVector<llvm::Instruction *, llvm::Value *> atStart_; ///< values of liveAtStart that the region needs
  llvm::DenseMap<const llvm::Value *, const llvm::Instruction *> restored_; ///< the same the other way round
  /// Values defined in the region, as they are at each exit.
  llvm::MapVector<llvm::Instruction *, llvm::SmallVector<llvm::Value *, 2>> atExits_;
};

} // namespace weft::compiler

#endif
