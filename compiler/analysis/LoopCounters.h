// Finds the counters of a loop: integers that grow by the same step in each iteration.
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

/// An integer that grows by the same step in each iteration, from any first value.
struct LoopCounter {
  llvm::PHINode *phi = nullptr;
  llvm::Value *next = nullptr; ///< the counter's value in the next iteration
  llvm::Value *step = nullptr; ///< invariant in the loop
};

/// Returns the counters of `loop`, if it has one latch. Unlike scalar evolution, this finds counters of loops that the
/// stage `structurise` builds. In such a loop, paths that leave the loop first join the paths that go on, at the end of
/// the body. A phi at that place has a defined value only for the paths that go on.
llvm::SmallVector<LoopCounter> findCounters(const llvm::Loop &loop);

} // namespace weft::compiler

#endif
