// The numbers by which a loop counts its trips.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_LOOP_COUNTERS_H
#define WEFT_COMPILER_ANALYSIS_LOOP_COUNTERS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Loop;
class PHINode;
class Value;
} // namespace llvm

namespace weft::compiler {

/// An integer that grows by the same in each trip, from wherever on.
struct LoopCounter {
  llvm::PHINode *number = nullptr;
  llvm::Value *next = nullptr; ///< in the trip that comes
  llvm::Value *step = nullptr; ///< one value in all trips
};

/// Those of `loop`, where that has one latch. Scalar evolution knows none where ways that leave a loop join behind its
/// body, as structurise has it, with a number for those that go on alone.
llvm::SmallVector<LoopCounter> findCounters(const llvm::Loop &loop);

} // namespace weft::compiler

#endif
