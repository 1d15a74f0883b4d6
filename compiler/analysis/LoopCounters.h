// The numbers by which a loop counts its iterations.
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

/// An integer that grows by the same step in each iteration, from any start.
struct LoopCounter {
  llvm::PHINode *phi = nullptr;
  llvm::Value *next = nullptr; ///< its value in the next iteration
  llvm::Value *step = nullptr; ///< invariant in the loop
};

/// Returns the counters of `loop`, if it has one latch. Scalar evolution knows no counter where paths that leave the
/// loop join at the end of its body (structurise builds such loops), with a number only from the paths that go on.
llvm::SmallVector<LoopCounter> findCounters(const llvm::Loop &loop);

} // namespace weft::compiler

#endif
