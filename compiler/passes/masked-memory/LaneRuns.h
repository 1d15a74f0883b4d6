// Finds the runs of active lanes of a constant mask, and accesses such runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_LANE_RUNS_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_LANE_RUNS_H

#include <optional>
#include <utility>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include "analysis/MaskedAccess.h"

namespace weft::compiler {

/// A run of `count` neighbouring lanes, from the lane `first` on.
struct LaneRun {
  unsigned first, count;
};

/// Returns the runs of neighbouring active lanes of a constant mask, each as long as possible. Returns nothing if the
/// compiler doesn't know of each lane whether it is active.
std::optional<llvm::SmallVector<LaneRun, 4>> runsOf(const llvm::Value &mask);

/// Extracts `lanes` of `value`: a vector, or a scalar for a single lane.
llvm::Value *extractRun(llvm::IRBuilder<> &builder, llvm::Value *value, LaneRun lanes);

/// The address of the run's first element, and its alignment.
std::pair<llvm::Value *, llvm::Align> addressOfRun(llvm::IRBuilder<> &builder, const MaskedAccess &access,
                                                   LaneRun lanes);

} // namespace weft::compiler

#endif
