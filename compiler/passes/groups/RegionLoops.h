// Writes one barrier region as loops over the group's work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_REGION_LOOPS_H
#define WEFT_COMPILER_PASSES_GROUPS_REGION_LOOPS_H

#include <array>
#include <memory>

#include "passes/groups/RegionBody.h"

namespace weft::compiler {

/// Copies the blocks of one region, the code between two barriers, into a nest of loops, one loop for each dimension in
/// which groups have several work-items. If only the first work-item runs the region, the blocks are copied without
/// loops. If the kernel is on packets, the loop over dimension 0 runs the full packets of a row of work-items. A second
/// copy of the region, after this loop, runs the row's partial packet with a mask. If the kernel divides dimension 0
/// into rows of its own, which packets must not cross (rowsBundle), the loop over dimension 0 becomes a loop over these
/// rows, and in it a loop over the packets of one row. The loop over dimension 0 is the innermost, except if packets
/// call mathematical functions whose values are the same for all rows (CallsByIdDimension.h). In that case the loops
/// over rows are within the loop over packets, so that LLVM computes these functions once for all rows. After the
/// loops, control goes to the region that the last work-item reached.
class RegionLoops {
public:
  /// `starts[r]` is the empty block in which region r will begin, and `end` is the block that returns. There is only
  /// one copy of a region if `separatePartialPackets` is false or if few groups run the region (weft-cold). In this
  /// copy, all packets have masks if any packet may be partial.
  RegionLoops(llvm::Function &kernel, const BarrierRegions &regions, WorkItemContext &context,
              llvm::ArrayRef<llvm::BasicBlock *> starts, llvm::BasicBlock *end, bool separatePartialPackets);

  /// Writes the region with the index `number`.
  void build(unsigned number);

private:
  /// One loop of the nest; it runs at least once. If it is known to run exactly once, it has these blocks, but no
  /// branch back.
  struct Loop {
    llvm::BasicBlock *header;
    llvm::BasicBlock *latch;
    llvm::Value *id;
    unsigned dimension = 0;
    bool repeats() const { return id && llvm::isa<llvm::PHINode>(id); }
  };
  /// A range of work-items in dimension 0, by their local ids (i32).
  struct ItemRange {
    llvm::Value *begin;
    llvm::Value *end;
    llvm::Value *row = nullptr; ///< the index of the row, among the rows that the kernel defines
  };
  /// A copy of the region, and the block from which control leaves a row that ends with this copy. The block is null if
  /// another copy always follows in the row.
  struct RegionCopy {
    std::unique_ptr<RegionBody> body;
    llvm::BasicBlock *rowEndBlock;
  };

  bool runsForSingleItem() const;
  bool isDefinedInRegion(const llvm::Instruction *value) const;
  llvm::BasicBlock *createBlock(const llvm::Twine &suffix) const;
  bool shouldNestRows() const;
  Loop openLoop(unsigned dimension, llvm::BasicBlock *before, llvm::Value *begin) const;
  void closeLoop(const Loop &loop, unsigned step, llvm::Value *end, llvm::BasicBlock *after);
  llvm::BasicBlock *openRowLoops(llvm::BasicBlock *before);
  void closeRowLoops(llvm::BasicBlock *after);
  void createSingleItemRegion();
  void createLoops();
  void createPacketLoops(llvm::BasicBlock *start, llvm::BasicBlock *latch);
  void createDelinearisedRows(llvm::BasicBlock *start, llvm::BasicBlock *end);
  std::unique_ptr<RegionBody> createPackets(llvm::BasicBlock *before, const ItemRange &span, bool masked,
                                            llvm::BasicBlock *after);
  std::unique_ptr<RegionBody> createPartialPacket(llvm::BasicBlock *first, const ItemRange &span,
                                                  llvm::BasicBlock *last);
  std::unique_ptr<RegionBody> createRowBodies(llvm::BasicBlock *first, llvm::BasicBlock *last, llvm::Value *x,
                                              llvm::Value *mask, llvm::Value *row);
  std::unique_ptr<RegionBody> createBody(llvm::BasicBlock *first, llvm::BasicBlock *last, llvm::Value *x,
                                         llvm::Value *mask, llvm::Value *row) const;
  std::unique_ptr<RegionBody> createBody(llvm::BasicBlock *first, llvm::BasicBlock *last, const WorkItemIds &ids) const;
  llvm::Value *firstLanesMask(llvm::IRBuilder<> &builder, llvm::Value *items) const;
  llvm::Value *mergeCopies(llvm::ArrayRef<llvm::Value *> values) const;
  void saveUniformValues();
  void markParallel();
  void branchToNextRegion();

  llvm::Function &kernel_;
  const BarrierRegions &regions_;
  WorkItemContext &context_;
  llvm::ArrayRef<llvm::BasicBlock *> starts_;
  llvm::BasicBlock *end_;
  const bool separatePartialPackets_;
  const unsigned packetWidth_; ///< work-items in one iteration of the loop over dimension 0

  // State of the region that is being written.
  unsigned regionIndex_ = 0;
  const BarrierRegion *region_ = nullptr;
  std::array<Loop, 3> loops_{}; ///< the open loops by dimension; loop 0 has null blocks if no packet is full
  llvm::SmallVector<Loop, 5> closed_;
  bool rowsAreNested_ = false;      ///< whether the loops over dimensions 2 and 1 are within the loop over 0
  llvm::Value *rowStart_ = nullptr; ///< the linear id of a row's first work-item
  llvm::SmallVector<RegionCopy, 2> copies_;
  llvm::BasicBlock *joinBlock_ = nullptr; ///< the block that follows the copies that end a row
  llvm::BasicBlock *after_ = nullptr;
};

} // namespace weft::compiler

#endif
