// Finds the blocks of a kernel on packets that at most one lane runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_SINGLE_ACTIVE_LANE_H
#define WEFT_COMPILER_ANALYSIS_SINGLE_ACTIVE_LANE_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// Finds blocks that run only if a comparison holds which is true for at most one work-item of a packet: a number that
/// grows from lane to lane is compared for equality with a number that all lanes share. For instance, only the first
/// work-item of a row loads the elements beside the tile. The constructor does the search; instructions may be added to
/// the function afterwards.
class SingleActiveLane {
public:
  SingleActiveLane(llvm::Function &kernel, const PacketShapes &shapes, unsigned width);

  bool isSingleLaneBlock(const llvm::BasicBlock &block) const { return blocks_.contains(&block); }

private:
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> blocks_;
};

} // namespace weft::compiler

#endif
