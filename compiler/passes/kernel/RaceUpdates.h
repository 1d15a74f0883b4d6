// Finds reads that need no race check, because the same work-item writes the same bytes before the next barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_RACE_UPDATES_H
#define WEFT_COMPILER_PASSES_KERNEL_RACE_UPDATES_H

#include "llvm/ADT/DenseSet.h"

#include "passes/kernel/RaceClasses.h"

namespace weft::compiler {

/// Finds pairs of a read and a write of the same bytes, where each path from the read leads to the write without a
/// barrier in between. A third access that races with the read also races with the write, so only the write has to be
/// recorded in the shadow.
class RaceUpdates {
public:
  explicit RaceUpdates(const RaceClasses &classes);

  /// Whether `read` is the read of such a pair of a read and a write.
  bool isFollowedByWrite(const SharedAccess &read) const { return reads_.contains(read.instruction); }
  /// Whether `write` is the write of such a pair of a read and a write.
  bool follows(const SharedAccess &write) const { return writes_.contains(write.instruction); }
  /// Whether `access` may race with a read that is the read of no such pair. If not, the check of `access` needs to
  /// look only for writes in the shadow.
  bool mayRaceWithUnpairedReads(const RaceClasses &classes, const SharedAccess &access) const;

private:
  llvm::DenseSet<const llvm::Instruction *> reads_, writes_;
};

} // namespace weft::compiler

#endif
