// Loops whose trips are steps between barriers over distances that grow or shrink.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_STEP_LOOPS_H
#define WEFT_COMPILER_ANALYSIS_STEP_LOOPS_H

namespace llvm {
class Loop;
class PHINode;
} // namespace llvm

namespace weft::compiler {

/// Whether an innermost loop has a distance, a number that is multiplied or divided by a constant with each trip, and
/// work-items meet in it at barriers alone: steps of Fourier transforms, sorting networks and trees. Each work-item
/// comes to each copy of such a barrier, as all make the same trips.
bool isLoopOfSteps(const llvm::Loop &loop);

/// The distance that begins as a constant; null where there is none.
llvm::PHINode *distanceFromConstant(const llvm::Loop &loop);

/// The distance that is halved, without a sign; null where there is none.
llvm::PHINode *halvedDistance(const llvm::Loop &loop);

} // namespace weft::compiler

#endif
