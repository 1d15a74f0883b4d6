// Assigns slots in scratch to the values that live across barriers; values may share a slot.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_SCRATCH_COLOURING_H
#define WEFT_COMPILER_PASSES_GROUPS_SCRATCH_COLOURING_H

#include <cstdint>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include "analysis/BarrierRegions.h"

namespace llvm {
class PHINode;
} // namespace llvm

namespace weft::compiler {

/// The size in bytes and the alignment of the part of a value that one work-item has.
struct ItemSize {
  uint64_t bytes;
  uint64_t alignment;
  bool operator==(const ItemSize &) const = default;
};

/// Values may share a slot in scratch if there is no region (code between barriers) at whose start both are live. This
/// is correct because a work-item reads the values that it needs when a region starts and writes values when the region
/// ends. Values that a loop with barriers carries between iterations (a phi and its incoming values) get a common slot
/// first, if possible, because then no value has to be copied from one slot to another. After that, each slot is merged
/// into an earlier slot that its values can share, which keeps scratch small enough for the cache.
class ScratchColouring {
public:
  /// `sizes[i]` is the size of `values[i]`.
  ScratchColouring(llvm::ArrayRef<llvm::Instruction *> values, llvm::ArrayRef<ItemSize> sizes,
                   const BarrierRegions &regions);

  unsigned count() const { return static_cast<unsigned>(slots_.size()); }
  const ItemSize &size(unsigned place) const { return slots_[place].size; }
  unsigned slotOf(const llvm::Instruction *value) const { return slotOf_.lookup(value); }

private:
  /// One value, or several values that already share the slot.
  struct Slot {
    ItemSize size;
    llvm::BitVector liveAt; ///< by region
    llvm::SmallVector<const llvm::Instruction *, 2> values;
  };

  void coalesceWithIncoming(const llvm::PHINode &phi);
  void fillGaps();
  bool tryCoalesce(unsigned into, unsigned from);

  llvm::SmallVector<Slot> slots_;
  llvm::DenseMap<const llvm::Instruction *, unsigned> slotOf_;
};

} // namespace weft::compiler

#endif
