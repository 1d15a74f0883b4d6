// Writes one barrier region as loops over the group's work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_REGION_LOOPS_H
#define WEFT_COMPILER_PASSES_GROUPS_REGION_LOOPS_H

#include <array>
#include <memory>

#include "passes/groups/RegionBody.h"

namespace weft::compiler {

/// Copies the blocks of one region into a nest of loops, one for each dimension in which groups have several
/// work-items, or as they are where the first work-item runs it alone. Of a row of packets the loop over dimension 0
/// runs those that are full; a second copy behind it runs what is left, with a mask. Where packets keep to rows that
/// the kernel names (rowsBundle) dimension 0 is a loop over these, and each row of that kind has its packets. Dimension
/// 0 is the innermost, but for packets that compute functions which all rows have alike (FunctionsOfIds.h): in loops
/// over rows within theirs LLVM computes these once. The region goes on to the one that its last work-item came to.
class RegionLoops {
public:
  /// `starts[r]` is the empty block that region r is to begin in, `end` the block that returns. Without
  /// `separateRests`, and of a region that is run seldom, there is one copy, and all packets have masks where some may
  /// not be full.
  RegionLoops(llvm::Function &kernel, const BarrierRegions &regions, WorkItemContext &context,
              llvm::ArrayRef<llvm::BasicBlock *> starts, llvm::BasicBlock *end, bool separateRests);

  /// Writes region `number`.
  void build(unsigned number);

private:
  /// One of the loops; runs at least once. Where it is known to run once alone it is the blocks without the loop.
  struct Loop {
    llvm::BasicBlock *header;
    llvm::BasicBlock *latch;
    llvm::Value *id;
    unsigned dimension = 0;
    bool repeats() const { return id && llvm::isa<llvm::PHINode>(id); }
  };
  /// Work-items of dimension 0, by their local ids (i32).
  struct Span {
    llvm::Value *begin;
    llvm::Value *end;
    llvm::Value *row = nullptr; ///< the number of the row that they are in, of those that the kernel names
  };
  /// A copy of the region, and the block at which a row that it ends is done; null where another copy always follows.
  struct Part {
    std::unique_ptr<RegionBody> body;
    llvm::BasicBlock *rowDone;
  };

  bool runsOnce() const;
  bool isDefinedInRegion(const llvm::Instruction *value) const;
  llvm::BasicBlock *createBlock(const llvm::Twine &suffix) const;
  bool areRowsWithinPackets() const;
  Loop openLoop(unsigned dimension, llvm::BasicBlock *before, llvm::Value *begin) const;
  void closeLoop(const Loop &loop, unsigned step, llvm::Value *end, llvm::BasicBlock *after);
  llvm::BasicBlock *openRows(llvm::BasicBlock *before);
  void closeRows(llvm::BasicBlock *after);
  void createSinglePass();
  void createLoops();
  void createRow(llvm::BasicBlock *start, llvm::BasicBlock *latch);
  void createNamedRows(llvm::BasicBlock *start, llvm::BasicBlock *end);
  std::unique_ptr<RegionBody> createPackets(llvm::BasicBlock *before, const Span &span, bool masked,
                                            llvm::BasicBlock *after);
  std::unique_ptr<RegionBody> createRest(llvm::BasicBlock *first, const Span &span, llvm::BasicBlock *last);
  std::unique_ptr<RegionBody> createRows(llvm::BasicBlock *first, llvm::BasicBlock *last, llvm::Value *x,
                                         llvm::Value *mask, llvm::Value *row);
  std::unique_ptr<RegionBody> createBody(llvm::BasicBlock *first, llvm::BasicBlock *last, llvm::Value *x,
                                         llvm::Value *mask, llvm::Value *row) const;
  std::unique_ptr<RegionBody> createBody(llvm::BasicBlock *first, llvm::BasicBlock *last, const WorkItemIds &ids) const;
  llvm::Value *maskBelow(llvm::IRBuilder<> &builder, llvm::Value *items) const;
  llvm::Value *valueOfLast(llvm::ArrayRef<llvm::Value *> values) const;
  void saveUniformValues();
  void markParallel();
  void goOn();

  llvm::Function &kernel_;
  const BarrierRegions &regions_;
  WorkItemContext &context_;
  llvm::ArrayRef<llvm::BasicBlock *> starts_;
  llvm::BasicBlock *end_;
  const bool separateRests_;
  const unsigned packetWidth_; ///< work-items that a trip of the loop over dimension 0 runs

  // Of the region being written.
  unsigned number_ = 0;
  const BarrierRegion *region_ = nullptr;
  std::array<Loop, 3> loops_{}; ///< by dimension, those that are open; 0 has null in it where all packets are rests
  llvm::SmallVector<Loop, 5> closed_;
  bool rowsWithinPackets_ = false; ///< whether dimensions 2 and 1 are within 0
  llvm::Value *row_ = nullptr;     ///< the linear id of a row's first work-item
  llvm::SmallVector<Part, 2> parts_;
  llvm::BasicBlock *partsMeet_ = nullptr; ///< where those lead that end a row
  llvm::BasicBlock *after_ = nullptr;
};

} // namespace weft::compiler

#endif
