// Which of the values that are kept across barriers can have one place in scratch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_SCRATCH_PLACES_H
#define WEFT_COMPILER_PASSES_GROUPS_SCRATCH_PLACES_H

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

/// Bytes and alignment of what one work-item has of a value.
struct ItemSize {
  uint64_t bytes;
  uint64_t alignment;
  bool operator==(const ItemSize &) const = default;
};

/// Values that never live at the same region's start share a place: a work-item reads what it needs when a region
/// starts and writes when it ends. What a loop with barriers carries from trip to trip (a phi and the values that it
/// takes) comes first, as nothing has to be moved where the two share; the others fill gaps, which keeps scratch in the
/// cache.
class ScratchColouring {
public:
  /// `sizes[i]` belongs to `values[i]`.
  ScratchColouring(llvm::ArrayRef<llvm::Instruction *> values, llvm::ArrayRef<ItemSize> sizes,
                   const BarrierRegions &regions);

  unsigned count() const { return static_cast<unsigned>(places_.size()); }
  const ItemSize &size(unsigned place) const { return places_[place].size; }
  unsigned placeOf(const llvm::Instruction *value) const { return placeOf_.lookup(value); }

private:
  /// One value, or several that already share.
  struct Place {
    ItemSize size;
    llvm::BitVector liveAt; ///< by region
    llvm::SmallVector<const llvm::Instruction *, 2> values;
  };

  void joinWithIncoming(const llvm::PHINode &phi);
  void fillGaps();
  bool tryJoin(unsigned into, unsigned from);

  llvm::SmallVector<Place> places_;
  llvm::DenseMap<const llvm::Instruction *, unsigned> placeOf_;
};

} // namespace weft::compiler

#endif
