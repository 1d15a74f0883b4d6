// Which blocks of a kernel on packets no more than one lane runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_LONE_LANES_H
#define WEFT_COMPILER_ANALYSIS_LONE_LANES_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// Blocks behind a comparison that holds for one work-item of a packet at most: a number that grows from lane to lane
/// is equal to one that all share, as where the first work-item of a row loads what lies beside the tile. Decided in
/// the constructor; instructions may be added to the function afterwards.
class SingleActiveLane {
public:
  SingleActiveLane(llvm::Function &kernel, const PacketShapes &shapes, unsigned width);

  bool isAlone(const llvm::BasicBlock &block) const { return blocks_.contains(&block); }

private:
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> blocks_;
};

} // namespace weft::compiler

#endif
