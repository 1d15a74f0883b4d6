// Finds reads of places that the same work-item writes to soon.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_RACE_UPDATES_H
#define WEFT_COMPILER_PASSES_KERNEL_RACE_UPDATES_H

#include "llvm/ADT/DenseSet.h"

#include "passes/kernel/RaceClasses.h"

namespace weft::compiler {

/// Pairs of a read and a write of the same bytes, which follows it on each way with no barrier between: who races with
/// the read races with the write, too, so that the read need not be noted.
class RaceUpdates {
public:
  explicit RaceUpdates(const RaceClasses &classes);

  /// Whether such a write follows the read.
  bool isFollowed(const SharedAccess &read) const { return reads_.contains(read.instruction); }
  /// Whether the write follows such a read.
  bool follows(const SharedAccess &write) const { return writes_.contains(write.instruction); }
  /// Whether there are reads around the access that no such write follows.
  bool hasOtherReads(const RaceClasses &classes, const SharedAccess &access) const;

private:
  llvm::DenseSet<const llvm::Instruction *> reads_, writes_;
};

} // namespace weft::compiler

#endif
