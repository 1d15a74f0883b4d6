// Cuts a kernel at its barriers into regions. All work-items of a group run one region before any of them runs the
// next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_BARRIER_REGIONS_H
#define WEFT_COMPILER_ANALYSIS_BARRIER_REGIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace weft::compiler {

/// The blocks that a work-item can reach from `start` without passing a barrier. A block can be part of several
/// regions, for example the header of a loop with a barrier in its body.
struct BarrierRegion {
  llvm::BasicBlock *start = nullptr;
  /// The blocks in depth-first order, `start` first.
  llvm::SmallVector<llvm::BasicBlock *> blocks;
  /// The numbers of the regions that may follow, without repetition, in the order in which the search finds them.
  llvm::SmallVector<unsigned> successors;
  /// Whether a work-item can return from the kernel in this region.
  bool reachesEnd = false;
  /// Whether the barrier before the region is marked weft-single: only the first work-item has to run the region, if
  /// the region computes no values that other work-items use later.
  bool isSingle = false;
  /// Whether the barrier before the region is marked weft-cold: few groups run the region.
  bool isCold = false;
  /// Set if the barrier before the region has the bundle rowsBundle, otherwise null. The bundle divides the work-items
  /// along dimension 0 into rows, and no packet of the region contains work-items of two rows. The first row has
  /// `firstRow` work-items, each later row has `rowLength` of them.
  llvm::Value *firstRow = nullptr;
  llvm::Value *rowLength = nullptr;
  /// Instructions outside the entry block whose values are still needed when the region starts.
  llvm::SetVector<llvm::Instruction *> liveAtStart;
};

/// The regions of a kernel. Region 0 starts after the entry block, which belongs to no region: it runs once per group.
/// Region n starts after barrier n.
class BarrierRegions {
public:
  /// Moves each barrier into a block of its own, so the function changes, then forms the regions.
  /// Requires that the entry block ends in an unconditional branch and is free of barriers.
  explicit BarrierRegions(llvm::Function &kernel);

  llvm::ArrayRef<BarrierRegion> regions() const { return regions_; }
  /// The number of the region after the barrier in `block`, or 0 if the block holds no barrier.
  unsigned barrierIn(const llvm::BasicBlock *block) const { return regionAfter_.lookup(block); }

private:
  /// Moves each barrier into a block of its own. Returns these blocks.
  llvm::SmallVector<llvm::BasicBlock *> isolateBarriers(llvm::Function &kernel);
  void formRegion(llvm::BasicBlock *start);
  void findLiveValues(llvm::Function &kernel);

  llvm::SmallVector<BarrierRegion> regions_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> regionAfter_; ///< by the barrier's block: the region after it
};

} // namespace weft::compiler

#endif
